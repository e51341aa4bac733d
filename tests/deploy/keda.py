"""The form of KEDA's objects as far as ours use it, after its custom resource definitions of version 2.16: nothing else
is allowed.
"""

TEXT, COUNT = {"type": "string"}, {"type": "integer"}
TEXTS = {"type": "object", "additionalProperties": TEXT}
"""Labels; the values of a trigger, including numbers."""


def closed(optional=(), **fields):
    """An object with these fields alone, which has all but those named."""
    required = [name for name in fields if name not in optional]
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


def listed(item):
    return {"type": "array", "items": item}


def resource(kind, **spec):
    return closed(
        apiVersion={"const": "keda.sh/v1alpha1"},
        kind={"const": kind},
        metadata=closed(name=TEXT, labels=TEXTS, namespace=TEXT),
        spec=closed(("cooldownPeriod",), **spec),
    )


SCHEMAS = {
    "ScaledObject": resource(
        "ScaledObject",
        scaleTargetRef=closed(name=TEXT),
        minReplicaCount=COUNT,
        maxReplicaCount=COUNT,
        pollingInterval=COUNT,
        cooldownPeriod=COUNT,
        triggers=listed(closed(type=TEXT, metadata=TEXTS, authenticationRef=closed(name=TEXT))),
    ),
    "TriggerAuthentication": resource(
        "TriggerAuthentication", secretTargetRef=listed(closed(parameter=TEXT, name=TEXT, key=TEXT))
    ),
}
