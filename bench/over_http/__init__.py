"""The service measured from outside, over HTTP, while it runs."""
