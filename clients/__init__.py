"""Clients of the service, which depend on openapi.yaml only."""
