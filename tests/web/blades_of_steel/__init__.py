"""The page of Blades of Steel."""
