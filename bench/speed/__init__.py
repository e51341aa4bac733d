"""Speed of the rules and the search, and sizes in Redis."""
