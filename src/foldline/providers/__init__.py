"""Summarisers: what answers a `SummaryRequest`."""
