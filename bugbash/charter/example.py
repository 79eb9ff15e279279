"""The commented bash file that `bugbash init` writes."""

import re
from urllib.parse import urlsplit

from bugbash.charter.address import is_address, origin
from bugbash.errors import Unusable


def example(address: str) -> str:
    """A bash file for the app at `address`; raises Unusable where that is no http or https address."""
    if not is_address(address) or not address.isprintable() or re.search(r"[\s\"'#\\]", address):
        raise Unusable(f"{address!r} is no http or https address; give one such as https://shop.example.test/")
    host = re.sub(r"[^a-z0-9]+", "-", (urlsplit(address).hostname or "app")).strip("-")[:40] or "app"
    return _TEMPLATE.replace("@NAME@", host).replace("@ORIGIN@", origin(address)).replace("@TARGET@", address)


_TEMPLATE = """\
# A bug bash: bugbash run bash.yaml
# Every key is described in docs/bash-file.md; bugbash validate bash.yaml says what is wrong with this file.

name: "@NAME@"
target: "@TARGET@"

# Origins that a session may reach; what is outside is refused, and never held against the app.
# Default: the target's own.
scope: ["@ORIGIN@"]

# Where evidence goes besides ./bash-results: a folder, s3://bucket/prefix, or local (an S3 server on this machine).
# store: s3://bug-bash/@NAME@

# Secrets are named, never written: from the environment, a file, or a Prefect Secret block.
# secrets:
#   app-user: env:APP_USER
#   app-password: env:APP_PASSWORD

# Done in every session before recording starts.
# login:
#   - open: /login
#   - fill: {label: Email}
#     with: secret_ref:app-user
#   - fill: {label: Password}
#     with: secret_ref:app-password
#   - click: {role: button, name: Sign in}
#   - expect_url: /account

# Brings the app's data back before each replay: a request to the app, or a command on this machine.
# reset: {request: POST /test/reset}

defaults:
  budget: {steps: 8, minutes: 10}     # steps 1-12, minutes 3-15
  # oracles: {console-error: off}     # off, note, warning or issue; bugbash tours lists them
  # quiet:                            # known noise that is no finding
  #   - {status: 404, url: /favicon.ico}

charters:
  # The words of the goal steer where the tours look first.
  - name: look-around
    goal: Explore the main pages and forms to discover errors, dead links and lost input
    start: /

  # A charter may know what must always hold: JavaScript, asked in the page after every settled step.
  # - name: cart-totals
  #   goal: Explore the cart with odd quantities to discover wrong totals
  #   start: /cart
  #   properties:
  #     - name: the total is the sum of the rows
  #       always: "one('.total') === null || sum(all('.row .amount')) === num(one('.total'))"
  #     - name: what is removed is gone
  #       after: {kind: click, name: Remove*}
  #       values: {rows: count('.row')}
  #       holds: after.rows === before.rows - 1

  # A script does its own steps, and expects.
  # - name: search
  #   goal: Search still finds the first product
  #   explorer: script
  #   steps:
  #     - move: search for a word, and open the first result
  #       do:
  #         - open: /
  #         - fill: {label: Search}
  #           with: lamp
  #         - press: Enter
  #         - expect_text: lamp

# What holds a release back.
gate:
  min_severity: 2                     # issues below it do not
  min_ran: 1.0                        # least share of charters that must have run
"""
