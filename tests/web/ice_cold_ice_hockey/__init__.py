"""The page of Ice Cold Ice Hockey."""
