"""docker-compose.yml starts what the code describes, and waits for what each process needs."""

from pathlib import Path

import pytest
import yaml

from highres_web.processes import PROCESSES

ROOT = Path(__file__).resolve().parents[2]
STORES = {"postgres", "redis"}


@pytest.fixture(scope="module")
def compose() -> dict:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


@pytest.fixture(scope="module")
def services(compose: dict) -> dict:
    return compose["services"]


def test_every_process_has_its_container_and_no_other_runs(services: dict) -> None:
    assert set(services) == set(PROCESSES) | STORES | {"prepare"}
    assert {name: services[name]["command"] for name in PROCESSES} == {
        name: [name] for name in PROCESSES
    }


def test_no_process_starts_before_stores_and_tables_are_there(services: dict) -> None:
    for name in PROCESSES:
        assert services[name]["depends_on"] == {
            "postgres": {"condition": "service_healthy"},
            "redis": {"condition": "service_healthy"},
            "prepare": {"condition": "service_completed_successfully"},
        }, name


@pytest.mark.parametrize("name", ["web", "worker", "marketplace", "postgres", "redis"])
def test_whatever_can_be_asked_has_a_health_check(services: dict, name: str) -> None:
    assert services[name]["healthcheck"]["test"][0] == "CMD"


def test_all_processes_share_one_env_file_and_the_production_profile(services: dict) -> None:
    for name in (*PROCESSES, "prepare"):
        assert services[name]["env_file"] == ".env"
        assert services[name]["environment"]["HIGHRES_PROFILE"] == "production"


def test_what_must_survive_is_on_a_volume(compose: dict, services: dict) -> None:
    used = {
        volume.split(":")[0]
        for service in services.values()
        for volume in service.get("volumes", [])
        if not volume.startswith(".")
    }
    assert used == set(compose["volumes"]) == {"postgres", "redis", "var"}


def test_every_mounted_file_exists(services: dict) -> None:
    mounted = [
        volume.split(":")[0]
        for service in services.values()
        for volume in service.get("volumes", [])
        if volume.startswith(".")
    ]
    assert mounted
    assert [path for path in mounted if not (ROOT / path).is_file()] == []


def test_published_ports_reach_what_the_servers_listen_on(services: dict) -> None:
    for name, variable in (("web", "HIGHRES_BIND"), ("marketplace", "MARKETPLACE_BIND")):
        (published,) = services[name]["ports"]
        bind = services[name]["environment"][variable]
        assert bind == f"0.0.0.0:{published.rsplit(':', 1)[1]}"


def test_the_image_is_built_from_the_locked_and_hashed_dependencies() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert "--require-hashes -r requirements/run.lock" in dockerfile
    assert 'ENTRYPOINT ["python", "-m", "highres_web.processes"]' in dockerfile
    assert "USER highres" in dockerfile
