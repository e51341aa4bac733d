"""Clients of the service, written against openapi.yaml and nothing else."""
