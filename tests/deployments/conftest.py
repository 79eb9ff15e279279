"""The deployment as infra/compose.yaml describes it, run as processes on this machine, with a tiny app to bash."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from bugbash.local.ports import choose
from tests.infra.compose import ROOT, Service, new_env, rendered

START_SECONDS = 90
STORE_PORTS = (
    "s3.port.grpc filer.port filer.port.grpc master.port master.port.grpc volume.port volume.port.grpc admin.port"
).split()
"""Options of the store for ports that are its own in a container, and shared with everybody here."""


@dataclass(frozen=True)
class Deployed:
    """Where the parts of the deployment answer, and where the worker keeps what it made."""

    prefect: httpx.Client
    """Signed in, at the Prefect API."""
    client_environment: dict[str, str]
    """By which Prefect's own command line gets there."""
    store: dict[str, str]
    """Endpoint and keys of the S3 store."""
    results: Path


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    """Server, store and worker, each healthy by its own check, and the deployments told to the server."""
    folder = tmp_path_factory.mktemp("deployed")
    env = new_env(folder / ".env")
    services = rendered(folder / ".env")["services"]
    ports = choose(["4200", "8333", "8080", *STORE_PORTS], {})
    swaps = {
        "/var/lib/bugbash": str(folder),
        "/deployments": str(ROOT / "deployments"),
        "0.0.0.0": "127.0.0.1",
        "//prefect:": "//127.0.0.1:",
        "//s3:": "//127.0.0.1:",
        **{port: str(ports[port]) for port in ("4200", "8333", "8080")},
    }
    inner = tuple(f"-{name}={ports[name]}" for name in STORE_PORTS)
    prefect = Service("prefect", services["prefect"], swaps, folder)
    store = Service("s3", services["s3"], swaps, folder, inner)
    quick = {"PREFECT_WORKER_WEBSERVER_PORT": str(ports["8080"]), "PREFECT_WORKER_QUERY_SECONDS": "1"}
    worker = Service("worker", services["worker"], swaps, folder, (), quick)
    deploy = Service("deploy", services["deploy"], swaps, folder)
    (folder / "s3").mkdir()
    with ExitStack() as stack:
        for service in (prefect, store, worker):
            stack.callback(service.stop)
        prefect.start()
        store.start()
        prefect.wait_healthy(START_SECONDS)
        store.wait_healthy(START_SECONDS)
        worker.start()
        worker.wait_healthy(START_SECONDS)
        deploy.run(START_SECONDS)
        sign_in = ("admin", env["BUGBASH_PREFECT_PASSWORD"])
        api = f"http://127.0.0.1:{ports['4200']}/api"
        keys = {"access_key": env["BUGBASH_S3_ACCESS_KEY"], "secret_key": env["BUGBASH_S3_SECRET_KEY"]}
        client = stack.enter_context(httpx.Client(base_url=api, auth=sign_in, timeout=20, trust_env=False))
        environment = {"PREFECT_API_URL": api, "PREFECT_API_AUTH_STRING": ":".join(sign_in)}
        environment |= {"PREFECT_HOME": str(folder / "client"), "DO_NOT_TRACK": "1"}
        yield Deployed(
            client, environment, {"endpoint": f"http://127.0.0.1:{ports['8333']}", **keys}, folder / "results"
        )


class _App(BaseHTTPRequestHandler):
    """One page."""

    def do_GET(self) -> None:
        body = b"<!doctype html><html lang=en><title>Notes</title><h1>Notes</h1><p>Nothing is due today.</p>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Requests are of no interest here."""


@pytest.fixture(scope="module")
def app() -> Iterator[str]:
    """Address of a web app with one page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _App)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
