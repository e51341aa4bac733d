"""The manifests: each object by Kubernetes' own schema, closed against unknown fields, and whatever one names of
another.
"""

import os
import re
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import kubernetes_validate
import pytest
import redis
from jsonschema import Draft202012Validator
from rq import Queue

from service.config import Settings, variable_name
from service.ops.cli import commands
from service.ops.embedded_redis import find_server
from service.ops.run import OPTION_VARIABLES
from service.process import telemetry
from service.store.queue import QUEUES
from service.workers.main import chosen_queues
from tests import children
from tests.deploy.keda import SCHEMAS
from tests.deploy.kustomize import build, documents, identity, merged
from tests.patience import wait_until

ROOT = Path(__file__).parents[2]
K8S = ROOT / "k8s"
OVERLAYS = sorted(folder.name for folder in (K8S / "overlays").iterdir())
KUBERNETES = ("1.30", "1.36")
"""The oldest that docs/operations.md promises, and a new one."""
PRIVATE = {"seccompProfile": {"type": "RuntimeDefault"}, "runAsNonRoot": True}


@pytest.fixture(scope="module", params=OVERLAYS)
def objects(request):
    """What an overlay builds."""
    return build(K8S / "overlays" / request.param)


@pytest.fixture(scope="module")
def secrets():
    """What the operator is asked to make: the keys of each Secret."""
    return {found["metadata"]["name"]: set(found["stringData"]) for found in documents(K8S / "secrets.example.yaml")}


def of_kind(objects, *kinds):
    return [found for found in objects if found["kind"] in kinds]


def workloads(objects):
    return of_kind(objects, "Deployment", "StatefulSet", "CronJob")


def ours(objects):
    """The workloads that run our image."""
    return of_kind(objects, "Deployment", "CronJob")


def template(workload):
    spec = workload["spec"]["jobTemplate"]["spec"] if workload["kind"] == "CronJob" else workload["spec"]
    return spec["template"]


def pod(workload):
    return template(workload)["spec"]


def containers(objects):
    """Every container with its workload."""
    return [(workload, container) for workload in workloads(objects) for container in pod(workload)["containers"]]


def selected(objects, selector):
    """The workloads whose pods a label selector fits."""

    def fits(labels):
        wanted = selector.get("matchLabels", {})
        expressions = selector.get("matchExpressions", [])
        assert not [expression for expression in expressions if expression["operator"] != "In"]
        return wanted.items() <= labels.items() and all(
            labels.get(expression["key"]) in expression["values"] for expression in expressions
        )

    return [workload for workload in workloads(objects) if fits(template(workload)["metadata"]["labels"])]


def port_names(workload):
    return {port["name"] for container in pod(workload)["containers"] for port in container.get("ports", [])}


def validate(found):
    """Refuse what the object's own schema does not allow, unknown fields included."""
    if found["apiVersion"].startswith("keda.sh/"):
        Draft202012Validator(SCHEMAS[found["kind"]]).validate(found)
    else:
        for version in KUBERNETES:
            kubernetes_validate.validate(found, version, strict=True)


def test_every_object_has_the_form_kubernetes_asks_for(objects):
    for found in objects:
        validate(found)


def test_the_secrets_to_be_filled_in_have_it_too():
    for found in documents(K8S / "secrets.example.yaml"):
        validate(found)


@pytest.mark.parametrize("kind", ["Deployment", "ScaledObject", "NetworkPolicy"])
def test_the_validation_refuses_an_unknown_field(kind):
    found = of_kind(build(K8S / "overlays" / "production"), kind)[0]
    with pytest.raises(Exception, match="surprise"):
        validate(merged(found, {"spec": {"surprise": 1}}))


def test_every_file_is_part_of_an_overlay():
    """But for the patches, and for the Secrets, which are the operator's."""
    built = {identity(found) for name in OVERLAYS for found in build(K8S / "overlays" / name)}
    files = {file for file in K8S.rglob("*.yaml") if file.name not in ("kustomization.yaml", "secrets.example.yaml")}
    assert {identity(found) for file in files for found in documents(file)} <= built


def test_everything_lies_in_one_namespace_that_is_made(objects):
    (namespace,) = of_kind(objects, "Namespace")
    assert {found["metadata"]["namespace"] for found in objects if found is not namespace} == {
        namespace["metadata"]["name"]
    }


def test_config_maps_secrets_and_accounts_that_are_named_exist(objects, secrets):
    maps = {found["metadata"]["name"] for found in of_kind(objects, "ConfigMap")}
    accounts = {found["metadata"]["name"] for found in of_kind(objects, "ServiceAccount")}
    for workload, container in containers(objects):
        assert pod(workload)["serviceAccountName"] in accounts
        assert {source["configMapRef"]["name"] for source in container.get("envFrom", [])} <= maps
        for variable in container.get("env", []):
            reference = variable["valueFrom"]["secretKeyRef"]
            assert reference["key"] in secrets[reference["name"]]
    for authentication in of_kind(objects, "TriggerAuthentication"):
        for reference in authentication["spec"]["secretTargetRef"]:
            assert reference["key"] in secrets[reference["name"]]


def test_selectors_fit_the_pods_they_mean(objects):
    for workload in of_kind(objects, "Deployment", "StatefulSet"):
        assert selected(objects, workload["spec"]["selector"]) == [workload]
    for found in of_kind(objects, "PodDisruptionBudget"):
        (workload,) = selected(objects, found["spec"]["selector"])
        assert workload["metadata"]["name"] == found["metadata"]["name"]
    for found in of_kind(objects, "Service"):
        (workload,) = selected(objects, {"matchLabels": found["spec"]["selector"]})
        assert {port["targetPort"] for port in found["spec"]["ports"]} <= port_names(workload)


def test_every_workload_has_a_disruption_budget(objects):
    assert {found["metadata"]["name"] for found in of_kind(objects, "PodDisruptionBudget")} == {
        workload["metadata"]["name"] for workload in of_kind(objects, "Deployment", "StatefulSet")
    }


def test_network_policies_name_pods_and_ports_that_exist(objects):
    for policy in of_kind(objects, "NetworkPolicy"):
        spec = policy["spec"]
        assert selected(objects, spec["podSelector"])
        for rule in spec.get("ingress", []):
            for workload in selected(objects, spec["podSelector"]):
                assert {port["port"] for port in rule["ports"]} <= port_names(workload), policy["metadata"]["name"]
        for rule in spec.get("egress", []):
            for peer in rule["to"]:
                if "podSelector" in peer:
                    assert not [
                        workload
                        for workload in selected(objects, peer["podSelector"])
                        if not {port["port"] for port in rule["ports"]} <= port_names(workload)
                    ]


def test_nothing_passes_that_no_policy_names(objects):
    (policy,) = [found for found in of_kind(objects, "NetworkPolicy") if found["metadata"]["name"] == "deny-all"]
    assert policy["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}


def test_the_api_is_reached_through_the_ingress_and_by_prometheus_alone(objects):
    """A pod that reaches it past the Ingress may name any address as its own: FACEOFF_PROXY_HOPS trusts the last
    hop.
    """
    (api,) = [workload for workload in workloads(objects) if workload["metadata"]["name"] == "faceoff-api"]
    allowed = [
        (peer["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"], port["port"])
        for policy in of_kind(objects, "NetworkPolicy")
        if api in selected(objects, policy["spec"]["podSelector"])
        for rule in policy["spec"].get("ingress", [])
        for peer in rule["from"]
        for port in rule["ports"]
    ]
    assert allowed == [("ingress-nginx", "http"), ("monitoring", "metrics")]


def test_each_kind_of_pod_has_a_user_of_redis_of_its_own(objects):
    """Only the operator, and Redis itself, have the password of another one."""
    kinds = {"api": "api", "worker": "worker", "background": "worker", "webhooks": "webhooks"}
    for workload in ours(objects):
        (container,) = pod(workload)["containers"]
        kind = kinds[template(workload)["metadata"]["labels"]["app.kubernetes.io/component"]]
        keys = [variable["valueFrom"]["secretKeyRef"] for variable in container["env"]]
        assert [key["key"] for key in keys if key["name"] == "faceoff-redis"] == [f"url-{kind}"]


def test_api_and_workers_find_a_way_to_redis(objects):
    ways = [
        {workload["metadata"]["name"] for workload in selected(objects, policy["spec"]["podSelector"])}
        for policy in of_kind(objects, "NetworkPolicy")
        if any(port["port"] in ("redis", 6379) for rule in policy["spec"].get("egress", []) for port in rule["ports"])
    ]
    assert ways == [{workload["metadata"]["name"] for workload in ours(objects)}]


def test_every_pod_runs_without_rights_on_a_read_only_root(objects):
    for workload, container in containers(objects):
        assert pod(workload)["securityContext"].items() >= PRIVATE.items()
        assert pod(workload)["securityContext"]["runAsUser"] > 0
        assert pod(workload)["automountServiceAccountToken"] is False
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"]["requests"].keys() == {"cpu", "memory"}
        assert "memory" in container["resources"]["limits"]


def test_the_image_is_run_as_the_user_it_is_made_for(objects):
    user = next(line.split()[1] for line in (ROOT / "Dockerfile").read_text().splitlines() if line.startswith("USER"))
    for workload in ours(objects):
        context = pod(workload)["securityContext"]
        assert f"{context['runAsUser']}:{context['runAsGroup']}" == user


def test_services_do_not_put_variables_of_their_own_among_the_settings(objects):
    """The Service faceoff-api would set FACEOFF_API_PORT and more."""
    assert not [workload for workload in workloads(objects) if pod(workload)["enableServiceLinks"] is not False]


def test_environment_variables_are_real_settings_with_values_that_can_be_read(objects):
    known = (
        {variable_name(field) for field in Settings.__dataclass_fields__}
        | set(OPTION_VARIABLES)
        | {"FACEOFF_LOG_LEVEL"}
    )
    for found in of_kind(objects, "ConfigMap"):
        assert found["data"].keys() <= known
        Settings.from_env(found["data"])
    for workload in ours(objects):
        for container in pod(workload)["containers"]:
            assert {variable["name"] for variable in container["env"]} <= known


def test_ports_agree_with_the_image(objects):
    text = (ROOT / "Dockerfile").read_text()
    for workload in of_kind(objects, "Deployment"):
        ports = {port["name"]: port["containerPort"] for port in pod(workload)["containers"][0]["ports"]}
        is_api = workload["metadata"]["name"] == "faceoff-api"
        assert ports.keys() == ({"http", "metrics"} if is_api else {"metrics"})
        for name, port in ports.items():
            assert f"{'FACEOFF_PORT' if name == 'http' else 'FACEOFF_METRICS_PORT'}={port}" in text


def test_probes_ask_ports_and_paths_that_exist(objects, app):
    paths = {rule.rule for rule in app.url_map.iter_rules()}
    assert telemetry.PATH in paths
    for workload, container in containers(of_kind(objects, "Deployment", "StatefulSet")):
        probes = [container[name] for name in ("startupProbe", "livenessProbe", "readinessProbe") if name in container]
        assert probes, workload["metadata"]["name"]
        for probe in probes:
            asked = probe.get("httpGet") or probe.get("tcpSocket")
            assert asked is None or asked["port"] in port_names(workload)
            assert asked is None or asked.get("path", "/health/live") in paths


def test_workers_that_hang_are_restarted_in_minutes(objects):
    workers = [container for workload, container in containers(objects) if container.get("args", [""])[0] == "worker"]
    assert len(workers) >= 2
    for worker in workers:
        probe = worker["livenessProbe"]
        assert probe["httpGet"] == {"path": telemetry.PATH, "port": "metrics"}
        assert telemetry.SILENT_S + probe["periodSeconds"] * probe.get("failureThreshold", 3) <= 300


def test_resolvers_of_the_cluster_and_of_a_node_are_reached(objects):
    (policy,) = [found for found in of_kind(objects, "NetworkPolicy") if found["metadata"]["name"] == "all-to-dns"]
    ((rule,),) = [policy["spec"]["egress"]]
    assert {"ipBlock": {"cidr": "169.254.20.10/32"}} in rule["to"]
    assert [(port["protocol"], port["port"]) for port in rule["ports"]] == [("UDP", 53), ("TCP", 53)]


def test_our_images_are_named_by_their_digest(objects):
    for workload in ours(objects):
        (container,) = pod(workload)["containers"]
        assert re.fullmatch(r"example\.org/faceoff@sha256:[0-9a-f]{64}", container["image"])


def test_no_job_deletes_games_which_expire_by_themselves(objects):
    assert of_kind(objects, "CronJob") == []
    assert "purge" not in commands.commands


def test_every_exception_from_checkov_has_a_reason(objects):
    for found in objects:
        for name, value in found["metadata"].get("annotations", {}).items():
            assert re.fullmatch(r"checkov\.io/skip\d", name)
            assert re.fullmatch(r"CKV2?_K8S_\d+=\w.{20,}", value)


def test_containers_run_commands_of_the_image_and_all_queues_and_webhooks_are_served(objects):
    served = set()
    for workload in of_kind(objects, "Deployment"):
        command, *names = pod(workload)["containers"][0]["args"]
        assert command == ("api" if workload["metadata"]["name"] == "faceoff-api" else "worker")
        if names == ["--webhooks"]:
            served.add("webhooks")
        elif command == "worker":
            served |= set(chosen_queues(names))
    assert served == {*QUEUES, "webhooks"}


def test_autoscalers_name_deployments_and_leave_their_replicas_alone(objects):
    deployments = {found["metadata"]["name"]: found for found in of_kind(objects, "Deployment")}
    scaled = [
        found["spec"]["scaleTargetRef"]["name"] for found in of_kind(objects, "HorizontalPodAutoscaler", "ScaledObject")
    ]
    assert len(set(scaled)) == len(scaled), "two would pull at one Deployment"
    for name in scaled:
        assert "replicas" not in deployments[name]["spec"]


def test_keda_watches_the_lists_that_rq_keeps(app):
    objects = build(K8S / "overlays" / "production")
    authentications = {found["metadata"]["name"] for found in of_kind(objects, "TriggerAuthentication")}
    deployments = {found["metadata"]["name"]: found for found in of_kind(objects, "Deployment")}
    lists = {Queue(name, connection=redis.Redis()).key: name for name in QUEUES}
    for found in of_kind(objects, "ScaledObject"):
        triggers = found["spec"]["triggers"]
        args = pod(deployments[found["spec"]["scaleTargetRef"]["name"]])["containers"][0]["args"]
        assert [lists[trigger["metadata"]["listName"]] for trigger in triggers] == chosen_queues(args[1:])
        assert {trigger["authenticationRef"]["name"] for trigger in triggers} <= authentications


def test_the_redis_of_the_cluster_starts_with_its_arguments_keeps_every_write_and_asks_for_its_password(tmp_path):
    (workload,) = of_kind(build(K8S / "overlays" / "small"), "StatefulSet")
    (container,) = pod(workload)["containers"]
    arguments = [
        text.replace("$(REDISCLI_AUTH)", "secret").replace("/data", str(tmp_path)) for text in container["args"]
    ]
    server = children.start(
        [find_server().path, *arguments, "--port", "0", "--unixsocket", str(tmp_path / "s")], stdout=subprocess.DEVNULL
    )
    try:
        wait_until((tmp_path / "s").exists, lambda: "the server does not start")
        with redis.Redis(unix_socket_path=str(tmp_path / "s")) as stranger, pytest.raises(redis.AuthenticationError):
            stranger.ping()
        with redis.Redis(unix_socket_path=str(tmp_path / "s"), password="secret", decode_responses=True) as client:
            assert client.config_get("append*")["appendfsync"] == "always"
            assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
            assert container["resources"]["requests"]["memory"] == "1Gi"
            assert int(client.config_get("maxmemory")["maxmemory"]) < 1024**3
    finally:
        os.kill(server.pid, 9)
        server.wait()


def test_the_address_of_the_clusters_redis_is_that_of_its_service():
    objects = build(K8S / "overlays" / "small")
    (service,) = [found for found in of_kind(objects, "Service") if found["metadata"]["name"] == "faceoff-redis"]
    (secret,) = [
        found for found in documents(K8S / "secrets.example.yaml") if found["metadata"]["name"] == "faceoff-redis"
    ]
    found = secret["stringData"]
    urls = {name.removeprefix("url-"): urlsplit(value) for name, value in found.items() if name.startswith("url-")}
    for kind, url in urls.items():
        assert (url.hostname, url.port) == (service["metadata"]["name"], service["spec"]["ports"][0]["port"])
        assert found["address"] == f"{url.hostname}.{service['metadata']['namespace']}.svc:{url.port}"
        assert (url.username, url.password) == (kind, found[f"password-{kind}"])
