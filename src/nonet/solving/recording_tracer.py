"""The tracer that a question hands to its backend, which tells whose fault an exception is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonet.backends.events import Event, Tracer


class RecordingTracer:
    """A tracer that remembers its exception, for which no backend is to blame."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self.raised: BaseException | None = None

    def __call__(self, event: Event) -> None:
        try:
            self._tracer(event)
        except BaseException as error:
            self.raised = error
            raise
