"""Decodes recorded answers with the generated types and encodes them again: "kind JSON" a line in, JSON or "!error"
out.
"""

import sys

import openapi_client

TYPES = {
    "created": openapi_client.__created__,
    "answer": openapi_client.__answer__,
    "view": openapi_client.__view__,
    "event": openapi_client.__event__,
}

for line in sys.stdin:
    kind, _, text = line.rstrip("\n").partition(" ")
    try:
        print(TYPES[kind].from_json(text).to_json())
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        print("!" + str(error).replace("\n", " "))
