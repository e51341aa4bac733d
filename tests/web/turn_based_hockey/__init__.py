"""The page of Turn-Based Hockey."""
