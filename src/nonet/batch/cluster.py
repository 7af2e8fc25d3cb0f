"""Clusters: the parts of a job answered by Dask's workers, on one machine or on many.

This process reads the input, sends each part to the scheduler, and stores the answers as a run
without a cluster does; so a run can be resumed, and its bytes are the same.  A worker answers a
part and encodes the answers.

Workers may die: the scheduler holds a part's rows until the answer has come, and gives these rows
to another worker.  A part at which more than ``ALLOWED_DEATHS`` workers died, or that failed more
than ``RETRIES`` times, is given up and reported, and the job continues with the next parts.  Dask
is imported when a cluster is asked for.

>>> check_address("local")
>>> check_address("localhost")
Traceback (most recent call last):
nonet.errors.BackendError: a cluster is local or an address as tcp://host:8786, not 'localhost'
"""

from __future__ import annotations

import logging
import pickle
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

import pyarrow as pa

from nonet import __version__
from nonet.batch.answerer import (
    AnsweredPart,
    Answerer,
    FailedPart,
    InputPart,
    Step,
    TableOptions,
    Tally,
)
from nonet.batch.engines import TABLE_BATCH_SIZE, Engine, Geometry, available_cores, choose_engine
from nonet.batch.part_store import Sink
from nonet.batch.sinks import sink_for
from nonet.errors import BackendError, LimitError, NonetError, NotInstalled, quantity
from nonet.solving.solution_iterator import Closable

LOCAL_ADDRESS = "local"
RETRIES = 3
"""How often a part is tried again after an error that is not a ``NonetError``."""
ALLOWED_DEATHS = 3
"""How many workers may die at a part: Dask's own default, a setting of the scheduler."""
PARTS_IN_FLIGHT = 2
"""Parts in flight for each thread of the workers: the first at work, the second waiting."""
MIN_IN_FLIGHT = 4
"""Parts in flight at least, so that a cluster that grows with its work begins to."""
CHECK_INTERVAL = 1.0
"""Seconds between two looks at which workers there are."""
_RETRY_DELAY = 0.005
"""Seconds between two polls for completed parts."""
_LARGE_GRAPH_WARNING = "distributed.admin.large-graph-warning-threshold"
_CONNECT_TIMEOUT = 10
"""Seconds within which a scheduler must answer."""

Versions = tuple[str, str]
"""The versions of nonet and pyarrow: other versions may write other bytes."""
VERSIONS: Versions = (__version__, pa.__version__)


def check_address(address: str, workers: int | None = None) -> None:
    """Raise ``NotInstalled``, ``BackendError`` or ``LimitError`` if no cluster can be there."""
    if address != LOCAL_ADDRESS and "://" not in address:
        raise BackendError(f"a cluster is local or an address as tcp://host:8786, not {address!r}")
    if address != LOCAL_ADDRESS and workers is not None:
        raise LimitError("--threads is for this machine: a cluster's workers have theirs")
    if find_spec("distributed") is None:
        raise NotInstalled('a cluster needs Dask: pip install "nonet[cluster]"')


@dataclass(frozen=True)
class Task:
    """The data with which a worker answers any part: the output's name says its form.

    ``backend`` and ``learner`` are the names chosen by this process: every worker takes the same.
    """

    output: str
    geometry: Geometry
    options: TableOptions
    backend: str
    learner: str | None
    columns: list[str]


def solve_part(
    versions: Versions, task: bytes, start: int, faults: dict[int, str], rows: bytes
) -> tuple[Tally, bytes] | NonetError:
    """Answer a part in a worker: return its tally, and its answers as bytes of the output.

    ``task`` is a pickled :class:`Task`, ``rows`` an Arrow stream.  A ``NonetError`` is returned,
    not raised: the same error would come at every try.
    """
    if versions != VERSIONS:
        both = " and ".join(
            f"nonet {nonet}, pyarrow {arrow}" for nonet, arrow in (versions, VERSIONS)
        )
        return BackendError(f"a worker has other versions than this process: {both}")
    try:
        request, engine, sink = _worker_state(task)
        answerer = Answerer(request.columns, faults, request.geometry, request.options, engine)
        table, tally = answerer.answer(pa.ipc.open_stream(rows).read_all(), start)
        return tally, sink.encode(table, start == 0).to_pybytes()
    except NonetError as error:
        return error


def dask_setup(worker: object) -> None:
    """Called by Dask as a local worker starts: Ctrl-C is for this process to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@lru_cache(maxsize=1)
def _worker_state(task: bytes) -> tuple[Task, Engine, Sink]:
    """A task with its engine, of one thread, and its sink, which a worker keeps between parts."""
    request: Task = pickle.loads(task)
    options = request.options
    backend = options.backend or request.backend
    engine = choose_engine(
        request.geometry,
        backend,
        threads=1,
        time_limit=options.time_limit,
        batch_size=TABLE_BATCH_SIZE,
        learner=request.learner,
    )
    return request, engine, sink_for(Path(request.output))


class Cluster(Closable):
    """A client of a Dask scheduler and, if the scheduler is local, its workers, until closed.

    ``address`` is ``local`` or the address of a scheduler; ``workers`` is the number of processes
    of a local cluster, all cores by default.  ``say`` is given a line when workers go.  Raises
    ``BackendError`` if no scheduler answers.
    """

    def __init__(self, address: str, workers: int | None, say: Callable[[str], None]) -> None:
        from dask import config
        from distributed import Client, LocalCluster

        self._address, self._say = address, say
        self._threads: dict[str, int] = {}
        self._looked = 0.0
        self._held = ExitStack()
        try:
            # a part's rows are sent with its task: so the scheduler can send them again
            self._held.enter_context(config.set({_LARGE_GRAPH_WARNING: "1TB"}))
            place: Any = address
            if address == LOCAL_ADDRESS:
                place = self._held.enter_context(
                    LocalCluster(
                        n_workers=workers or available_cores(),
                        threads_per_worker=1,
                        dashboard_address="127.0.0.1:0",
                        preload=[__name__],
                        silence_logs=logging.CRITICAL,
                    )
                )
            # a lost scheduler is told by us, in a line
            logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
            self._client = self._held.enter_context(Client(place, timeout=_CONNECT_TIMEOUT))
        except (OSError, ValueError, RuntimeError) as error:  # the last: a worker that failed
            self._held.close()
            if address == LOCAL_ADDRESS:
                raise BackendError(f"the local Dask cluster did not start: {error}") from error
            raise BackendError(f"no Dask scheduler answers at {address}: {error}") from error
        except BaseException:
            self._held.close()
            raise
        if address != LOCAL_ADDRESS:
            threads = sum(self._client.nthreads().values())
            say(
                f"{address}: {quantity(threads, 'thread')}; to watch: {self._client.dashboard_link}"
            )

    def step(self, task: Task, faults: dict[int, str]) -> Step:
        """Return the stage that answers parts on the cluster; it raises ``BackendError`` if the
        scheduler is lost.

        ``faults`` is the dictionary of the source.
        """
        options = replace(task.options, threads=None)
        sent = pickle.dumps(replace(task, options=options))

        def answer(pieces: Iterator[InputPart]) -> Iterator[AnsweredPart | FailedPart]:
            try:
                yield from self._solve_parts(pieces, sent, faults)
            except (OSError, CancelledError) as error:
                raise BackendError(
                    f"the Dask scheduler at {self._address} is lost ({type(error).__name__}); "
                    "the same command goes on where it stopped"
                ) from error

        return answer

    def _solve_parts(
        self, pieces: Iterator[InputPart], task: bytes, faults: dict[int, str]
    ) -> Iterator[AnsweredPart | FailedPart]:
        """Yield the answers of parts as each is done, with several parts in flight at a time."""
        from distributed import as_completed

        done = as_completed()
        flying: dict[Any, InputPart] = {}
        run = uuid4().hex
        for piece in pieces:
            own_faults = [n for n in list(faults) if 0 <= n - piece.start < piece.table.num_rows]
            future = self._client.submit(
                solve_part,
                VERSIONS,
                task,
                piece.start,
                {number: faults.pop(number) for number in own_faults},
                _arrow_stream(piece.table),
                key=f"nonet-{run}-part-{piece.number}",
                retries=RETRIES,
                pure=False,
            )
            flying[future] = piece
            done.add(future)
            yield from self._collect_done(done.next_batch(block=False), done, flying)
            while len(flying) >= self._parts_in_flight():
                yield from self._collect_done(self._next_done(done), done, flying)
        while flying:
            self._parts_in_flight()
            yield from self._collect_done(self._next_done(done), done, flying)

    def _next_done(self, done: Any) -> list[Any]:
        """The futures that are done next; none, after a while without."""
        until = time.monotonic() + CHECK_INTERVAL
        while not done.has_ready() and time.monotonic() < until:
            time.sleep(_RETRY_DELAY)
        batch: list[Any] = done.next_batch(block=False)
        return batch

    def _collect_done(
        self, futures: list[Any], done: Any, flying: dict[Any, InputPart]
    ) -> Iterator[AnsweredPart | FailedPart]:
        """Yield the results of completed futures; wait again for one that is no longer complete.

        The answer of a part may be lost with its worker before it was fetched: then the scheduler
        has the part answered again.
        """
        finished = [future for future in futures if future.status == "finished"]
        results = dict(zip(finished, self._client.gather(finished), strict=True))
        for future in futures:
            status = future.status
            if future not in results and status in ("pending", "lost", "finished"):
                done.add(future)
                continue
            piece = flying.pop(future)
            if future in results:
                result = results[future]
                if isinstance(result, NonetError):
                    raise result
                tally, data = result
                yield AnsweredPart(piece.number, tally, partial(bytes, data))
            elif status == "error":
                yield FailedPart(piece, _failure_reason(future.exception()))
            else:
                raise CancelledError(future.key)

    def _parts_in_flight(self) -> int:
        """Return how many parts may be in flight; report each worker that left."""
        if time.monotonic() - self._looked >= CHECK_INTERVAL:
            now = self._client.nthreads()
            for worker in self._threads.keys() - now.keys():
                self._say(f"worker {worker} is gone; {len(now)} left, its parts go to others")
            self._threads, self._looked = now, time.monotonic()
        return max(MIN_IN_FLIGHT, PARTS_IN_FLIGHT * sum(self._threads.values()))

    def close(self) -> None:
        """Leave the scheduler, which forgets our parts; end the workers of a local cluster."""
        self._held.close()


def _arrow_stream(table: Any) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def _failure_reason(error: BaseException) -> str:
    """Why a part was given up; raises ``BackendError`` where no part could do better."""
    from distributed import KilledWorker

    if isinstance(error, KilledWorker):
        return f"{ALLOWED_DEATHS + 1} workers died at it (killed, or out of memory)"
    text = f"{type(error).__name__}: {error}".splitlines()[0]
    if isinstance(error, ImportError) or "deserializ" in text:
        raise BackendError(
            f"the cluster cannot run nonet ({text}): scheduler and workers need "
            f"nonet {VERSIONS[0]} and pyarrow {VERSIONS[1]}, as here"
        ) from error
    return f"{text} (tried {RETRIES + 1} times)"
