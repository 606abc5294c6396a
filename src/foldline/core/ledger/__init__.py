"""The ledger: collected, capped, written as text, and read back only when it is genuine."""
