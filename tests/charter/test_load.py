"""Loading a bash file: every fault with its place, and what to do about it."""

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bugbash.charter.actions import Click, Fill
from bugbash.charter.bash_file import Bash, Move
from bugbash.charter.load import faults_of, load_bash
from bugbash.errors import UnusableFile

from .files import HEAD, SCRIPT, WHOLE, marked, written


def fault(folder: Path, text: str) -> UnusableFile:
    """The only fault of a bash file."""
    faults = faults_of(written(folder, text))
    assert len(faults) == 1, [str(one) for one in faults]
    return faults[0]


def test_a_short_file_is_a_whole_bash(tmp_path: Path) -> None:
    bash = load_bash(written(tmp_path, WHOLE))
    assert (bash.name, bash.target, bash.charters[0].goal) == ("shop", "https://shop.example.test/", "Look around")
    assert bash.charters[0].start == "/"
    assert (bash.gate.min_severity, bash.gate.min_ran) == (1, 1.0)
    assert faults_of(tmp_path / "bash.yaml") == []


def test_every_key_has_its_meaning(tmp_path: Path) -> None:
    text = """\
name: shop-nightly
target: https://shop.example.test/
scope: [https://shop.example.test, https://pay.example.test]
store: s3://bug-bash/shop
parallel: 4
seed: 7
browser: own
secrets: {shop-user: env:SHOP_USER, shop-key: file:key.txt, other: prefect:block}
login:
  - open: /login
  - fill: {label: Email}
    with: secret_ref:shop-user
  - click: {role: button, name: Sign in}
defaults: {explorer: tours, budget: {steps: 6}, tours: [forms], quiet: [{status: 404}], allow: delete}
charters:
  - name: cart
    goal: Explore the cart
    start: /cart
    budget: {minutes: 4.5}
    spec: ["The total is the sum of the rows."]
    properties: [{name: the total adds up, always: "1 === 1", severity: 5}]
    quiet: [{message: noise, screen: /cart}]
    allow: [pay, send]
  - name: words
    goal: Still there
    explorer: script
    steps:
      - move: look
        severity: 5
        do: [reload, back: , {expect_text: Hello, in: main}]
      - click: Sign in
gate: {min_severity: 2, min_ran: 0.5}
"""
    bash = load_bash(written(tmp_path, text))
    assert bash.secrets == {"shop-user": "env:SHOP_USER", "shop-key": "file:key.txt", "other": "prefect:block"}
    fill = bash.login[1]
    assert isinstance(fill, Fill)
    assert fill.text == "secret_ref:shop-user"
    assert bash.defaults.allow == ["delete"]
    assert bash.charters[0].allow == ["pay", "send"]
    move, click = bash.charters[1].steps or []
    assert isinstance(move, Move)
    assert [step.key for step in move.do] == ["reload", "back", "expect_text"]
    assert isinstance(click, Click)
    assert click.click.text == "Sign in"
    assert (bash.gate.min_severity, bash.gate.min_ran) == (2, 0.5)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("¶chartrs: []\n" + WHOLE, "'chartrs' is no key here; did you mean charters?"),
        (WHOLE + "    ¶strat: /\n", "'strat' is no key here; did you mean start?"),
        (WHOLE + "    budget: {¶step: 3}\n", "'step' is no key here; did you mean steps?"),
        (WHOLE + "    ¶wholly: other\n", "'wholly' is no key here; known here: name, goal, start, explorer,"),
        (WHOLE + "    properties:\n      - name: p\n        ¶allways: x\n", "did you mean always?"),
        (WHOLE + "    quiet: [{¶adress: x}]\n", "known here: status, url, message, screen"),
        ("gate: {¶min_sever: 1}\n" + WHOLE, "did you mean min_severity?"),
        (SCRIPT + "      - click: {role: button, ¶nme: x}\n", "did you mean name?"),
        (SCRIPT + "      - click: {text: x, within: {¶rol: row}}\n", "did you mean role?"),
        (SCRIPT + "      - fill: x\n        ¶wiht: y\n", "did you mean with?"),
        (SCRIPT + "      - move: x\n        ¶doo: [reload]\n", "did you mean do?"),
    ],
)
def test_an_unknown_key_is_refused_where_it_stands_with_the_nearest_known_one(
    text: str, hint: str, tmp_path: Path
) -> None:
    text, place = marked(text)
    found = fault(tmp_path, text)
    assert found.place == place
    assert hint in found.problem


TARGET = "https://shop.example.test/"
MARKED = WHOLE.replace("name: look", "¶name: look")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("¶" + HEAD, "charters is missing"),
        (HEAD + "charters: ¶{a: b}\n", "charters: must be a list"),
        (HEAD + "charters: ¶[]\n", "at least 1 item"),
        (HEAD + "charters:\n  - ¶look\n", "charters.0: must be a mapping of keys to values"),
        (HEAD + "charters:\n  - ¶name: look\n", "charters.0.goal is missing"),
        (WHOLE.replace("shop\n", "¶My Shop\n"), "name: must be small letters, digits and hyphens"),
        (WHOLE.replace("Look around", "¶' '"), "charters.0.goal: must not be blank"),
        (WHOLE.replace("Look around", "¶12"), "charters.0.goal: must be text; in quotes"),
        ("parallel: ¶many\n" + WHOLE, "parallel: must be a whole number"),
        ("parallel: ¶0\n" + WHOLE, "greater than or equal to 1"),
        ("parallel: ¶2.5\n" + WHOLE, "must be a whole number"),
        ("seed: ¶true\n" + WHOLE, "must be a whole number"),
        ("browser: ¶mine\n" + WHOLE, "'shared' or 'own'"),
        ("gate: {min_ran: ¶1.5}\n" + WHOLE, "less than or equal to 1"),
        ("defaults: ¶none\n" + WHOLE, "must be a mapping"),
        (WHOLE + "    budget: {steps: ¶some}\n", "budget.steps: must be a number"),
        (WHOLE + "    budget: {minutes: ¶.inf}\n", "budget.minutes: must be a number"),
        (WHOLE + "    budget: {tokens: ¶true}\n", "budget.tokens: must be a number"),
        ("defaults: {budget: {steps: ¶no}}\n" + WHOLE, "defaults.budget.steps: must be a number"),
        (
            WHOLE + "    tours: [forms, ¶fields]\n",
            "'keyboard', 'viewports', 'addresses', 'sweep' or 'signout'",
        ),
        (WHOLE + "    quiet: [¶{}]\n", "at least one of status, url, message and screen"),
        (WHOLE + "    start: ¶cart\n", "must be a path on the target"),
        (WHOLE + "    start: ¶//other.test/\n", "must be a path on the target"),
        (WHOLE + "    start: ¶'http://['\n", "must be a path on the target"),
        (WHOLE.replace(TARGET, "¶shop.example.test"), "must be an http or https address"),
        (WHOLE.replace(TARGET, "¶ftp://a.test"), "must be an http or https address"),
        (WHOLE.replace(TARGET, "¶https://me@a.test"), "without user name"),
        (WHOLE.replace(TARGET, "¶http://a.test:99999"), "must be an http or https address"),
        (WHOLE.replace(TARGET, "¶http://a.test:ten"), "must be an http or https address"),
        (WHOLE.replace(TARGET, "¶'http://[::1'"), "must be an http or https address"),
        ("scope: ¶https://a.test\n" + WHOLE, "scope: must be a list"),
        ("scope: [https://a.test, ¶file:///etc]\n" + WHOLE, "scope.1: must be an http or https address"),
        (MARKED + "    explorer: script\n", "a script charter needs steps"),
        (
            "defaults: {explorer: script}\n" + MARKED,
            "a script charter needs steps",
        ),
        (
            MARKED + "    explorer: tours\n    steps: [reload]\n",
            "steps belong to",
        ),
        ("secrets: {a: ¶hunter22}\n" + WHOLE, "env:NAME, file:PATH or prefect:BLOCK; never the value"),
        ("secrets: {a: ¶'env:'}\n" + WHOLE, "must say where the secret is"),
        ("secrets: {¶My Key: env:KEY}\n" + WHOLE, "small letters, digits and hyphens"),
        ("login: [{fill: x, with: ¶'secret_ref:pw'}]\n" + WHOLE, "the secret pw is not declared under secrets"),
        (SCRIPT + "      - fill: x\n        with: ¶secret_ref:pw\n", "the secret pw is not declared under secrets"),
        (WHOLE + "    login: [{fill: x, with: ¶'secret_ref:pw'}]\n", "the secret pw is not declared under secrets"),
        (
            SCRIPT + "      - move: m\n        do:\n          - reload\n          - fill: x\n"
            "            with: ¶secret_ref:pw\n",
            "the secret pw is not declared under secrets",
        ),
        (WHOLE + "  - name: ¶look\n    goal: Again\n", "two charters are named look"),
    ],
)
def test_a_wrong_value_is_one_line_at_its_place(text: str, words: str, tmp_path: Path) -> None:
    text, place = marked(text)
    found = fault(tmp_path, text)
    assert found.place == place
    assert words in found.problem
    assert "\n" not in str(found)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("¶clik: x", "did you mean click?"),
        ("¶reloda", "did you mean reload?"),
        ("¶[click, x]", "a step is one of open, click, fill"),
        ("¶5", "a step is one of open, click, fill"),
        ("¶{}", "a step is one of open, click, fill"),
        ("click: ¶{}", "a locator takes exactly one of testid, id, role, label, text, css"),
        ("click: ¶{role: button, text: x}", "a locator takes exactly one of"),
        ("click: ¶{label: x, name: y}", "name stands beside role"),
        ("click: ¶' '", "text must not be blank"),
        ("click: ¶{css: ''}", "css must not be blank"),
        ("click: ¶5", "must be a mapping of keys to values"),
        ("click: {text: x, nth: ¶0}", "greater than or equal to 1"),
        ("click: x\n        count: ¶3", "1 or 2"),
        ("¶fill: x", "with is missing"),
        ("fill: x\n        with: ¶5", "must be text; in quotes"),
        ("press: ¶''", "at least 1 character"),
        ("back: ¶now", "should be True"),
        ("resize: {width: ¶10, height: 400}", "greater than or equal to 200"),
        ("wait_for: x\n        seconds: ¶61", "less than or equal to 60"),
        ("expect_element: x\n        state: ¶gone", "'visible', 'hidden', 'enabled'"),
        ("expect_count: x\n        equals: ¶-1", "greater than or equal to 0"),
        ("expect_url: ¶'http://['", "must be a path or an address"),
        ("click: x\n        ¶fill: y", "'fill' is no key here"),
    ],
)
@pytest.mark.parametrize("inside", ["the login", "a script", "a move"])
def test_a_wrong_step_is_refused_at_its_place_wherever_steps_stand(
    step: str, words: str, inside: str, tmp_path: Path
) -> None:
    text, place = marked(
        {
            "the login": f"login:\n      - {step}\n{WHOLE}",
            "a script": f"{SCRIPT}      - {step}\n",
            "a move": f"{SCRIPT}      - move: over\n        do:\n      - {step}\n".replace(
                "      - " + step, "          - " + step.replace("\n", "\n    ")
            ),
        }[inside]
    )
    found = fault(tmp_path, text)
    assert found.place == place
    assert words in found.problem


def test_everything_that_is_wrong_is_listed_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = (
        "name: My Shop\ntarget: nowhere\nparallel: 0\ncharters:\n  - nam: a\n"
        "  - name: b\n    goal: ''\n    explorer: script\n    steps: [clik, {click: {}}]\n"
    )
    file = written(tmp_path, text)
    faults = faults_of(file)
    assert [(one.place.split(",")[0], one.problem[:24]) for one in faults] == [
        ("line 1", "name: must be small lett"),
        ("line 2", "target: must be an http "),
        ("line 3", "parallel: input should b"),
        ("line 5", "'nam' is no key here; di"),
        ("line 7", "charters.1.goal: must no"),
        ("line 9", "charters.1.steps.0: a st"),
        ("line 9", "charters.1.steps.1.click"),
    ]
    with pytest.raises(UnusableFile, match=r"line 1, .*\(and 6 more: bugbash validate lists them\)"):
        load_bash(file)


def test_two_faults_at_one_place_are_both_listed(tmp_path: Path) -> None:
    faults = faults_of(written(tmp_path, "charters:\n  - start: /\n"))
    assert sorted(one.problem for one in faults) == [
        "charters.0.goal is missing",
        "charters.0.name is missing",
        "name is missing",
        "target is missing",
    ]


@pytest.mark.parametrize("text", ["", "- a\n", "just words\n", "5\n"])
def test_a_file_that_is_no_mapping_says_what_one_needs(text: str, tmp_path: Path) -> None:
    assert fault(tmp_path, text).problem == "a bash file is a mapping with at least name, target and charters"


_LINES = (
    HEAD
    + "secrets: {pw: env:PW}\nlogin:\n  - fill: {label: Password}\n    with: secret_ref:pw\n"
    + SCRIPT[len(HEAD) :]
    + "      - move: m\n        do: [reload]\n      - click: x\n"
).splitlines()
_JUNK = ["5", "null", "[]", "{}", "x: y", "- z", "'", "secret_ref:no", "http://[", "- click: 5", "  int: 1"]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.integers(0, len(_LINES) - 1),
            st.sampled_from(["drop", "double", "cut", "value", "junk", "indent"]),
            st.sampled_from(_JUNK),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_a_damaged_file_is_a_bash_or_one_fault_and_at_once(
    tmp_path: Path, damages: list[tuple[int, str, str]]
) -> None:
    lines = list(_LINES)
    for line, kind, junk in damages:
        at = min(line, len(lines) - 1)
        lines[at : at + 1] = {
            "drop": [],
            "double": [lines[at], lines[at]],
            "cut": [lines[at][: len(lines[at]) // 2]],
            "value": [f"{lines[at].partition(':')[0]}: {junk}"],
            "junk": [lines[at], f"    {junk}"],
            "indent": [f"  {lines[at]}"],
        }[kind] or ["# gone"]
    file = written(tmp_path, "\n".join(lines))
    began = time.perf_counter()
    try:
        assert isinstance(load_bash(file), Bash)
        assert faults_of(file) == []
    except UnusableFile as refused:
        assert refused.place.startswith("line ")
        assert "\n" not in str(refused)
        assert faults_of(file)
    assert time.perf_counter() - began < 1
