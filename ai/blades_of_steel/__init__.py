"""How a computer plays Blades of Steel."""
