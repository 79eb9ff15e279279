"""Verification: each kind of problem, on disk and in a bucket."""

from pathlib import Path

import pytest

from bugbash.cli import main
from bugbash.evidence.folder import FolderStore
from bugbash.evidence.manifest import MANIFEST, build, write
from bugbash.evidence.s3 import S3Store
from bugbash.evidence.store import Store, StoreMissing
from bugbash.evidence.upload import Sender, files_to_send
from bugbash.evidence.verify import verify
from tests.support.servers import RunningS3


@pytest.fixture
def bash(tmp_path: Path) -> Path:
    """A finished bash: two runs, each with a manifest, and one above them."""
    directory = tmp_path / "bash"
    for run in ("cart", "login"):
        (directory / run).mkdir(parents=True)
        (directory / run / "run.json").write_text(f'{{"charter": "{run}"}}')
        (directory / run / "shot.png").write_bytes(run.encode() * 1000)
        write(directory / run, build(directory / run))
    (directory / "bash.json").write_text("{}")
    write(directory, build(directory))
    return directory


def _problems(directory: Path) -> list[str]:
    return [str(problem) for problem in verify(FolderStore(directory)).problems]


def test_what_is_as_recorded_has_no_problem_and_is_counted_on_all_levels(bash: Path) -> None:
    found = verify(FolderStore(bash))

    files = [path for path in bash.rglob("*") if path.is_file() and path != bash / MANIFEST]
    assert found.problems == []
    assert found.files == len(files) == 7
    assert found.size == sum(path.stat().st_size for path in files)


def test_a_run_can_be_verified_by_itself(bash: Path) -> None:
    assert verify(FolderStore(bash / "cart")).files == 2
    assert verify(FolderStore(bash), "cart/").files == 2


def test_a_missing_file_is_named(bash: Path) -> None:
    (bash / "cart" / "shot.png").unlink()

    assert _problems(bash) == ["cart/shot.png: missing: 4000 bytes were recorded"]


def test_a_changed_file_of_the_same_size_is_named(bash: Path) -> None:
    (bash / "cart" / "shot.png").write_bytes(b"kart" * 1000)

    (problem,) = _problems(bash)

    assert problem.startswith("cart/shot.png: changed: sha256 is ")


def test_a_cut_file_is_named_with_both_sizes(bash: Path) -> None:
    (bash / "cart" / "shot.png").write_bytes(b"cart" * 10)

    assert _problems(bash) == ["cart/shot.png: cut: 40 bytes of the 4000 recorded"]


def test_an_added_file_is_named_wherever_it_is(bash: Path) -> None:
    (bash / "extra.txt").write_text("12")
    (bash / "login" / "extra.txt").write_text("123")

    assert _problems(bash) == [
        "extra.txt: added: 2 bytes that no manifest lists",
        "login/extra.txt: added: 3 bytes that no manifest lists",
    ]


def test_a_file_replaced_by_a_link_to_the_same_bytes_is_changed(bash: Path, tmp_path: Path) -> None:
    name = "x" * (4000 - len(str(tmp_path)) - 1)  # a link is as large as its text: as large as the file here
    target = "/".join((str(tmp_path), *[name[i : i + 99] for i in range(0, len(name), 100)]))[:4000].ljust(4000, "y")
    (bash / "cart" / "shot.png").unlink()
    (bash / "cart" / "shot.png").symlink_to(target)

    assert _problems(bash) == ["cart/shot.png: changed: it is a link, or no file"]


def test_a_swapped_run_directory_is_noticed_though_it_fits_its_own_manifest(bash: Path) -> None:
    (bash / "cart" / "shot.png").write_bytes(b"forged")
    write(bash / "cart", build(bash / "cart"))
    assert _problems(bash / "cart") == []

    (problem,) = _problems(bash)

    assert problem.startswith(f"cart/{MANIFEST}: ")


def test_a_run_without_its_manifest_is_one_problem(bash: Path) -> None:
    (bash / "cart" / MANIFEST).unlink()

    (problem,) = _problems(bash)

    assert problem.startswith(f"cart/{MANIFEST}: missing")


def test_a_run_directory_that_was_slipped_in_is_added(bash: Path) -> None:
    (bash / "new").mkdir()
    (bash / "new" / "run.json").write_text("{}")
    write(bash / "new", build(bash / "new"))

    assert [problem.split(":")[0] for problem in _problems(bash)] == [f"new/{MANIFEST}", "new/run.json"]


def test_without_a_manifest_nothing_can_be_said(tmp_path: Path, s3_store: S3Store) -> None:
    for store in (FolderStore(tmp_path), s3_store):
        with pytest.raises(StoreMissing, match=MANIFEST):
            verify(store)


def test_the_same_holds_in_a_bucket(bash: Path, s3_store: S3Store, aws: RunningS3, prefix: str) -> None:
    _send(bash, s3_store)
    assert verify(s3_store, "shop/b1/").problems == []

    client = s3_store._client
    client.put_object(Bucket="bugbash", Key=f"{prefix}/shop/b1/cart/shot.png", Body=b"kart" * 1000)
    client.put_object(Bucket="bugbash", Key=f"{prefix}/shop/b1/login/run.json", Body=b"{}")
    client.put_object(Bucket="bugbash", Key=f"{prefix}/shop/b1/extra.txt", Body=b"12")
    client.delete_object(Bucket="bugbash", Key=f"{prefix}/shop/b1/bash.json")

    kinds = {problem.path: problem.kind for problem in verify(s3_store, "shop/b1/").problems}
    assert kinds == {
        "bash.json": "missing",
        "cart/shot.png": "changed",
        "extra.txt": "added",
        "login/run.json": "cut",
    }


def test_the_command_counts_what_is_as_recorded(bash: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(bash)]) == 0

    assert capsys.readouterr().out == f"7 files, {verify(FolderStore(bash)).size} bytes: as recorded\n"


def test_the_command_gives_a_line_per_problem(bash: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (bash / "cart" / "run.json").unlink()
    (bash / "evil\x1b[31m\n.txt").write_text("")

    assert main(["verify", str(bash)]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all(line.isprintable() for line in lines)


def test_the_command_reads_a_bucket(
    bash: Path, s3_store: S3Store, prefix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _send(bash, s3_store)

    assert main(["verify", f"s3://bugbash/{prefix}/shop/b1"]) == 0

    assert "7 files" in capsys.readouterr().out


def test_the_command_needs_a_manifest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(tmp_path)]) == 2
    assert main(["verify", str(tmp_path / "nowhere")]) == 2

    first, second = capsys.readouterr().err.splitlines()
    assert "there is no manifest.json" in first
    assert "no such directory" in second


def _send(bash: Path, store: Store) -> None:
    sender = Sender(store, bash, "shop/b1/")
    for path in files_to_send(bash):
        sender.send(path)
