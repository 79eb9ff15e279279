"""`bugbash init` and `bugbash validate`: a file to start from, and what is wrong with one."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bugbash.charter.address import origin
from bugbash.charter.example import example
from bugbash.charter.load import load_bash
from bugbash.charter.plan import plan
from bugbash.cli import main
from bugbash.errors import Unusable

from .files import written

ODD_ADDRESSES = [
    "https://shop.example.test",
    "https://shop.example.test/app/?a=1&b={x}",
    "http://127.0.0.1:8765/",
    "http://[::1]:8080/",
    "http://localhost",
    "http://1/",
    "http://true/",
    "http://1e5/",
    "http://host:/",
    "HTTPS://SHOP.EXAMPLE.TEST/",
    "https://bücher.example/",
    "https://xn--bcher-kva.example/",
    "https://" + "a" * 60 + "." + "b" * 60 + ".test/",
    "https://_.example.test/",
    "https://日本.example/",
    "https://shop.example.test/@ORIGIN@/@NAME@",
    "https://shop.example.test/a,[b],*c,&d,!e,|f,%g,`h",
]


@pytest.mark.parametrize("address", ODD_ADDRESSES)
def test_the_example_is_a_valid_bash_file_for_any_address(address: str, tmp_path: Path) -> None:
    bash = load_bash(written(tmp_path, example(address)))
    assert bash.target == address
    assert bash.scope == [origin(address)]
    assert plan(bash, bash.charters[0], 1).start.startswith(("http://", "https://"))
    assert not plan(bash, bash.charters[0], 1).clamped


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(address=st.text(st.characters(codec="utf-8"), max_size=20).map("https://app.test/".__add__))
def test_any_text_makes_a_valid_file_or_is_refused(tmp_path: Path, address: str) -> None:
    try:
        text = example(address)
    except Unusable:
        return
    assert load_bash(written(tmp_path, text)).target == address


@pytest.mark.parametrize(
    "address",
    [
        "shop.example.test",
        "ftp://shop.example.test/",
        "https://",
        "https://me:pw@shop.example.test/",
        "https://shop.example.test:99999/",
        "https://[::1/",
        "https://shop.example.test/\nname: other",
        "https://shop.example.test/ # x",
        'https://shop.example.test/"',
        "https://shop.example.test/\x85",
        "",
    ],
)
def test_what_is_no_address_gets_no_file(address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bash.yaml"
    assert main(["init", address, "-o", str(file)]) == 2
    said = capsys.readouterr()
    assert "is no http or https address; give one such as https://shop.example.test/" in said.err
    assert said.err.count("\n") == 1
    assert not file.exists()


def test_its_comments_turned_into_keys_are_a_valid_bash_file_too(tmp_path: Path) -> None:
    lines = example("https://shop.example.test/").splitlines()
    key = re.compile(r"^( *)# (?=(?: *- | *)[a-z_]+:|  +)")
    prose = re.compile(r"^ *# (Where|Done|Default|The words|A |What|Every|Secrets|Origins)")
    woken = [line if prose.match(line) else key.sub(r"\1", line) for line in lines]
    bash = load_bash(written(tmp_path, "\n".join(woken)))
    assert bash.store == "s3://bug-bash/shop-example-test"
    assert sorted(bash.secrets) == ["app-password", "app-user"]
    assert [step.key for step in bash.login] == ["open", "fill", "fill", "click", "expect_url"]
    assert bash.defaults.quiet[0].status == 404
    assert [charter.name for charter in bash.charters] == ["look-around", "cart-totals", "search"]
    assert bash.charters[1].properties[0].name == "the total is the sum of the rows"


def test_init_writes_a_file_that_validate_finds_usable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bash.yaml"
    assert main(["init", "https://shop.example.test/", "-o", str(file)]) == 0
    assert f"{file}: written" in capsys.readouterr().out
    assert main(["validate", str(file)]) == 0
    assert capsys.readouterr().out == f"{file}: 1 charters on https://shop.example.test/: it can be used\n"


def test_init_spares_a_file_that_is_there_unless_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, "mine")
    assert main(["init", "https://shop.example.test/", "-o", str(file)]) == 2
    assert "is there already; --force writes over it" in capsys.readouterr().err
    assert file.read_text("utf-8") == "mine"
    assert main(["init", "https://shop.example.test/", "-o", str(file), "--force"]) == 0
    assert "target:" in file.read_text("utf-8")


def test_init_says_where_it_cannot_write(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "https://shop.example.test/", "-o", str(tmp_path / "no" / "bash.yaml")]) == 2
    assert "cannot be written: No such file or directory" in capsys.readouterr().err


def test_init_writes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "https://shop.example.test/", "-o", "-"]) == 0
    assert capsys.readouterr().out == example("https://shop.example.test/")


def test_validate_lists_every_fault_a_line_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, "name: Shop\ntarget: nowhere\ncharters: []\n")
    assert main(["validate", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert [line.partition(str(file))[2][:17] for line in said.err.splitlines()] == [
        ": line 1, column ",
        ": line 2, column ",
        ": line 3, column ",
    ]


def test_validate_says_that_there_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", str(tmp_path / "none.yaml")]) == 2
    assert "none.yaml: there is no such file" in capsys.readouterr().err
