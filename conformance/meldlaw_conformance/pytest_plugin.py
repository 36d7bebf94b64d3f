"""A pytest plugin: ``pytest --meldlaw "COMMAND"`` collects the suite, one item a scenario.

Without the option it does nothing. Ids are those of the scenarios and never change; clauses stand
as properties in JUnit XML. One adapter serves a whole session, or each worker of it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .client import Adapter
    from .runner import Result
    from .scenarios import Scenario
    from .suite import Suite


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the suite."""
    group = parser.getgroup("meldlaw", "the laws of Canasta and Samba")
    group.addoption(
        "--meldlaw", metavar="COMMAND", default=None,
        help="judge the adapter that COMMAND starts, one item a scenario",
    )  # fmt: skip
    group.addoption("--meldlaw-ruleset", metavar="ID", action="append", default=[],
                    help="only scenarios of these rulesets")  # fmt: skip
    group.addoption("--meldlaw-class", metavar="CLASS", action="append", default=[],
                    help="only scenarios of these conformance classes")  # fmt: skip
    group.addoption("--meldlaw-timeout", metavar="S", type=float, default=10.0,
                    help="seconds the adapter has for an answer")  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """Be there only if the option is given."""
    if config.getoption("--meldlaw"):
        config.pluginmanager.register(_Session(config), "meldlaw-session")


class _Session:
    """The suite and the adapter of one pytest session."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.adapter: Adapter | None = None
        self.suite: Suite | None = None

    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        """Add an item for each scenario that the adapter claims."""
        from .client import Adapter, AdapterError
        from .problems import Unusable
        from .running import Chosen, able_for
        from .suite import select, usable_suite

        option = self.config.getoption
        try:
            self.suite = usable_suite()
            command = shlex.split(option("--meldlaw"))
            self.adapter = Adapter(command, option("--meldlaw-timeout"))
        except (AdapterError, ValueError) as error:
            raise pytest.UsageError(f"--meldlaw: {error}") from None
        except Unusable as error:
            raise pytest.UsageError(f"meldlaw: {error.problems[0]}") from None
        hello = self.adapter.hello
        declared = hello.get("readings", [])
        chosen = Chosen.of(self.suite.spec, [] if declared == "any" else declared, (), "its hello")
        chosen.play(self.suite, "its hello")
        readings = None if declared == "any" else chosen.readings
        able = able_for(hello, readings, chosen)
        known = self.suite.spec.rulesets
        for name in option("--meldlaw-ruleset"):
            if name not in known:
                raise pytest.UsageError(
                    f"--meldlaw-ruleset: no ruleset {name!r}; {', '.join(known)}"
                )
        scenarios = select(
            self.suite.scenarios, option("--meldlaw-ruleset"), (), option("--meldlaw-class"),
            readings=readings,
        )  # fmt: skip
        top = _Suite.from_parent(session, name="meldlaw", path=Path(session.path))
        for scenario in scenarios:
            item = _Item.from_parent(top, name=scenario.id)
            item.begin(self, scenario, able(scenario))
            items.append(item)

    def pytest_sessionfinish(self) -> None:
        """End the adapter with all that it left behind."""
        if self.adapter is not None:
            self.adapter.close()


class _Suite(pytest.Collector):
    """What the scenarios stand under."""

    def collect(self) -> Iterator[Any]:
        return iter(())


class _Item(pytest.Item):
    """One scenario."""

    def begin(self, session: _Session, scenario: Scenario, unable: Any) -> None:
        """Set what is judged, and the verdict if it is not to be asked."""
        self._session, self._scenario, self._unable = session, scenario, unable
        for clause in scenario.clause_names:
            self.user_properties.append(("clause", clause))
        self.user_properties.append(("class", scenario.klass))

    def runtest(self) -> None:
        from .runner import ask_once

        if self._unable is not None:
            pytest.skip(self._unable.got)
        assert self._session.adapter is not None and self._session.suite is not None
        result = ask_once(self._session.suite, self._scenario, self._session.adapter)
        verdict = result.verdict
        if verdict.verdict in ("unsupported", "skipped"):
            pytest.skip(verdict.got)
        if not verdict.good:
            raise _NotAsExpected(result)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if not isinstance(excinfo.value, _NotAsExpected):
            return super().repr_failure(excinfo, style)
        from io import StringIO

        from .report import told_failure

        assert self._session.suite is not None
        out = StringIO()
        told_failure(self._session.suite, excinfo.value.result, out)
        return out.getvalue().rstrip()

    def reportinfo(self) -> tuple[Path, int, str]:
        return Path(self._scenario.file), self._scenario.line - 1, self.name


class _NotAsExpected(Exception):
    """A scenario came out otherwise than the clause says."""

    def __init__(self, result: Result) -> None:
        super().__init__(result.verdict.verdict)
        self.result = result
