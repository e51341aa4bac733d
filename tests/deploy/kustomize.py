"""As much of ``kustomize build`` as our overlays need: resources, patches by kind and name, images, namespace. Anything
else is refused.
"""

import copy
from pathlib import Path

import yaml

KNOWN = {"apiVersion", "kind", "namespace", "resources", "patches", "images"}
CLUSTER_WIDE = {"Namespace"}
NAMED_LISTS = {"containers", "initContainers", "env", "volumes"}
"""Lists that a strategic patch merges by name; the other lists it replaces."""


def build(folder: Path) -> list[dict]:
    """The objects that ``kubectl apply -k`` would send for this folder."""
    plan = yaml.safe_load((folder / "kustomization.yaml").read_text())
    assert not plan.keys() - KNOWN, f"{folder}: this test does not know {plan.keys() - KNOWN}"
    objects = [found for name in plan["resources"] for found in _resource(folder / name)]
    for entry in plan.get("patches", []):
        assert entry.keys() == {"path"}, f"{folder}: patches are files here"
        for patch in documents(folder / entry["path"]):
            target = _only(
                [found for found in objects if identity(found) == identity(patch)], f"{folder}: {identity(patch)}"
            )
            target.update(merged(target, patch))
    for found in objects:
        _name_images(found, plan.get("images", []))
        if plan.get("namespace") and found["kind"] not in CLUSTER_WIDE:
            found["metadata"]["namespace"] = plan["namespace"]
    names = [identity(found) for found in objects]
    assert len(set(names)) == len(names), f"{folder}: an object comes twice: {names}"
    return objects


def documents(file: Path) -> list[dict]:
    """The documents of a YAML file."""
    return [document for document in yaml.safe_load_all(file.read_text()) if document]


def identity(found: dict) -> tuple[str, str]:
    """Kind and name."""
    return found["kind"], found["metadata"]["name"]


def merged(old: dict, patch: dict) -> dict:
    """``old`` with the strategic ``patch``; null takes a field away."""
    new = copy.deepcopy(old)
    for key, value in patch.items():
        if value is None:
            new.pop(key, None)
        elif isinstance(value, dict) and isinstance(new.get(key), dict):
            new[key] = merged(new[key], value)
        elif key in NAMED_LISTS and key in new:
            new[key] = _merged_by_name(new[key], value)
        else:
            new[key] = copy.deepcopy(value)
    return new


def _resource(path: Path) -> list[dict]:
    return build(path) if path.is_dir() else documents(path)


def _merged_by_name(old: list[dict], patch: list[dict]) -> list[dict]:
    patches = {item["name"]: item for item in patch}
    known = {item["name"] for item in old}
    kept = [merged(item, patches[item["name"]]) if item["name"] in patches else item for item in old]
    return kept + [item for name, item in patches.items() if name not in known]


def _name_images(found: dict, images: list[dict]) -> None:
    spec = found.get("spec", {})
    if found["kind"] == "CronJob":
        spec = spec["jobTemplate"]["spec"]
    for container in spec.get("template", {}).get("spec", {}).get("containers", []):
        for image in images:
            if container["image"] == image["name"]:
                container["image"] = f"{image['newName']}@{image['digest']}"


def _only(items: list, what: str) -> dict:
    assert len(items) == 1, f"{what} is found {len(items)} times"
    return items[0]
