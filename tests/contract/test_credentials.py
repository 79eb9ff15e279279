"""What is a written-out credential, what is none, and that a long text costs little."""

import time

import pytest

from bugbash.contract.credentials import MASK, mask, mask_in, written_out, written_out_in

LEAKS = {
    "password: Tr0ub4dor&3": "Tr0ub4dor&3",
    'Password: "two words here"': "two words here",
    "passwd=Tr0ub4dor3": "Tr0ub4dor3",
    "pwd=letmein77": "letmein77",
    "/cb?a=1&token=9f8e7d6c5b4a&x=2": "9f8e7d6c5b4a",
    "api_key=sk_live_51Habc99": "sk_live_51Habc99",
    "X-Api-Key: sk_live_51Habc99": "sk_live_51Habc99",
    "secret: hunter2hunter2": "hunter2hunter2",
    "client_secret=hunter2hunter2": "hunter2hunter2",
    '{"password":"hunter2hunter2"}': "hunter2hunter2",
    '{\\"password\\": \\"hunter2hunter2\\"}': "hunter2hunter2",
    "Authorization: Bearer abcDEF123456.xyz": "abcDEF123456.xyz",
    "Proxy-Authorization: Basic YW15OnNlY3JldA==": "YW15OnNlY3JldA==",
    "sent Bearer abcDEF123456.xyzabc along": "abcDEF123456.xyzabc",
    "Cookie: theme=dark; session=abcdefghij": "abcdefghij",
    "Set-Cookie: sid=abcdefgh; Path=/": "abcdefgh",
    "JSESSIONID=0A1B2C3D4E was kept": "0A1B2C3D4E",
    "connect.sid=s%3Aabc123def": "s%3Aabc123def",
    "https://amy:opensesame9@example.test/": "opensesame9",
    "redis://:p4ssw0rd@db/0": "p4ssw0rd",
    "the key AKIAIOSFODNN7EXAMPLE": "AKIAIOSFODNN7EXAMPLE",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPx": "wJalrXUtnFEMI/K7MDENG/bPx",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a": "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "password%3Dhunter2": "hunter2",
}

TEMPTING = [
    "password: secret_ref:shop-user was refused",
    "the password field is empty after a reload",
    "the page shows password: ********",
    "password: •••••••",
    "the reset token is missing, so /reset?token= answers 500",
    "150000 tokens were used",
    "tokens: 150000",
    "Password: Forgot your password?",
    "Password: Passwords do not match",
    '{"password": "must not be blank"}',
    '{"password": ["This field is required."]}',
    "Password: at least 8 characters",
    "password: required",
    "token: expired",
    "pwd=${PASSWORD}",
    "password={{ password }}",
    "password=<redacted>",
    "password: [hidden]",
    "session expired after 30 minutes",
    "author=amy12345",
    "https://example.test:8080/a@b",
    "basic authentication required",
    "Basic information 1234567890",
    "the cookie: banner covers the button",
    "Cookie: theme=dark",
    'input name="password" type="password"',
    "secretary: Amy",
    "passwordless: yes",
    "fill field “Password” with “secret_ref:shop-password”",
]


@pytest.mark.parametrize(("text", "value"), LEAKS.items(), ids=LEAKS.keys())
def test_a_written_credential_is_found_and_masked(text: str, value: str) -> None:
    assert value in written_out(text)
    assert value not in mask(text)
    assert MASK in mask(text)


@pytest.mark.parametrize("text", TEMPTING)
def test_naming_a_credential_is_no_leak(text: str) -> None:
    assert written_out(text) == []
    assert mask(text) == text


def test_a_private_key_is_masked_to_its_end() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA\nabc\n-----END RSA PRIVATE KEY-----"
    assert mask(f"before\n{key}\nafter") == f"before\n{MASK}\nafter"


def test_a_private_key_without_an_end_is_masked_to_the_end_of_the_text() -> None:
    assert mask("x -----BEGIN PRIVATE KEY-----\nMIIEowIBAAKCAQEA") == f"x {MASK}"


def test_a_value_given_away_in_one_text_is_masked_in_all() -> None:
    finding = {"title": "cannot log in with Tr0ub4dor&3", "repro": ["enter password: Tr0ub4dor&3"], "step": 1}
    assert mask_in(finding) == {
        "title": f"cannot log in with {MASK}",
        "repro": [f"enter password: {MASK}"],
        "step": 1,
    }


def test_a_key_names_its_value() -> None:
    assert written_out_in({"form": {"password": "hunter2x"}}) == ["hunter2x"]
    assert mask_in({"form": {"password": "hunter2x"}}) == {"form": {"password": MASK}}


def test_a_credential_as_a_key_is_masked() -> None:
    assert mask_in({"token=9f8e7d6c5b4a": 1}) == {f"token={MASK}": 1}


def test_overlapping_values_leave_no_tail() -> None:
    assert mask("xabcdefghx", ["abcdef", "defgh"]) == f"x{MASK}x"


def test_masking_twice_changes_nothing_more() -> None:
    once = mask("password: Tr0ub4dor&3 and token=9f8e7d6c5b4a")
    assert mask(once) == once


LONG = {
    "plain": "lorem ipsum dolor sit amet ",
    "one letter": "a",
    "starts of web tokens": "eyJ-",
    "starts of pairs": "token=",
    "pairs": "token=abcd123456&",
    "addresses": "://a:",
    "cookie headers": "cookie:",
    "cookies": "cookie: a=b; ",
    "bearers": "bearer ",
    "sessions": "session.-_",
    "key blocks": "-----BEGIN PRIVATE KEY-----",
    "open quotes": "password: '",
    "chat tokens": "xoxb-",
    "spaces": "password" + " " * 200,
}


@pytest.mark.parametrize("piece", LONG.values(), ids=LONG.keys())
def test_a_line_of_a_megabyte_costs_seconds_at_most(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.process_time()
    mask(text)
    assert time.process_time() - start < 10


def test_tens_of_thousands_of_different_values_cost_seconds_at_most() -> None:
    text = "".join(f"token=abcd{number:06d}&" for number in range(50_000))
    start = time.process_time()
    assert "abcd0" not in mask_in([text, "abcd000001"])[1]
    assert time.process_time() - start < 20
