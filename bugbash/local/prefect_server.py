"""The Prefect server of this machine: a real one, with a UI and its own database.

Prefect's own ephemeral server shows no UI, and was seen to lose task runs when its process ended.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

import httpx

from bugbash.local.background import Launch
from bugbash.local.ports import LOOPBACK


class PrefectServer:
    """`prefect server start` on a free port of loopback, with SQLite."""

    name = "prefect"
    ports: tuple[str, ...] = ("api",)

    def launch(self, folder: Path, ports: Mapping[str, int]) -> Launch:
        port = ports["api"]
        site = f"http://{LOOPBACK}:{port}"
        command = [sys.executable, "-m", "prefect", "server", "start", "--host", LOOPBACK, "--port", str(port)]
        address = {"api_url": f"{site}/api", "ui_url": site}
        return Launch(command, _settings(folder / "data", address), address)

    def healthy(self, address: Mapping[str, str]) -> bool:
        try:
            answer = httpx.get(f"{address['api_url']}/health", timeout=3, trust_env=False)
        except httpx.HTTPError:
            return False
        return answer.status_code == 200 and answer.text.strip() == "true"

    def tidy(self, ports: Mapping[str, int]) -> None:
        """It leaves nothing outside its folder."""


def _settings(data: Path, address: Mapping[str, str]) -> dict[str, str]:
    return {
        "PREFECT_HOME": str(data),
        "PREFECT_UI_API_URL": address["api_url"],  # the UI would call port 4200 otherwise
        "PREFECT_SERVER_CORS_ALLOWED_ORIGINS": address["ui_url"],  # a web page elsewhere must not drive it
        "PREFECT_SERVER_CONCURRENCY_LEASE_STORAGE": "prefect.server.concurrency.lease_storage.filesystem",
        "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "50",
        "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_READ_BATCH_SIZE": "50",
        "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_FLUSH_INTERVAL": "1",
        "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_BATCH_SIZE": "100",
        "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_READ_BATCH_SIZE": "50",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_SERVER_UI_SHOW_PROMOTIONAL_CONTENT": "false",
        "PREFECT_CLOUD_ENABLE_ORCHESTRATION_TELEMETRY": "false",
        "DO_NOT_TRACK": "1",
        "PREFECT_LOGGING_LEVEL": "WARNING",
        "PREFECT_SERVER_LOGGING_LEVEL": "WARNING",
        "PREFECT_LOGGING_COLORS": "false",
        "NO_COLOR": "1",
    }
