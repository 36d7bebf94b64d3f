"""The conformance suite: it loads and checks spec and scenarios, runs them against an
implementation, and reports which clause is broken."""

from importlib.metadata import PackageNotFoundError, version

PROTOCOL_VERSION = "1.0"
"""Version of the wire protocol, see conformance/PROTOCOL.md."""

try:
    SUITE_VERSION = version("meldlaw")
except PackageNotFoundError:  # run from a tree that was never installed
    SUITE_VERSION = "0"
