"""How strong the levels are, and what makes them so."""
