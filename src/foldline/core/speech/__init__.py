"""What people typed: who wrote it, what binds, what is asked."""
