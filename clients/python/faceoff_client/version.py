"""Generated from openapi.yaml by `make sdk`: do not edit."""

VERSION = "0.1.0"
