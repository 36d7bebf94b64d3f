"""The conformance suite: it loads and checks spec and scenarios, runs them against an
implementation, and reports which clause is broken."""

SUITE_VERSION = "0.1.0"
"""Version of the suite, and of the distribution."""

PROTOCOL_VERSION = "1.3"
"""Version of the wire protocol, see conformance/PROTOCOL.md."""
