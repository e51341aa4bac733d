"""The running service, measured over HTTP."""
