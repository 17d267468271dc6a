"""The command scpp-dask."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from typing import Callable, Iterator, Optional, Sequence

import dask
import distributed

from .. import _core
from ._blocks import Blocks
from ._cluster import Cluster
from ._files import as_npy, file_blocks, input_files, is_npy
from ._fit import Fitted, fit_blocks
from ._label_files import parts_folder, write_labels
from ._outputs import Outputs
from ._signals import DEAF_WORKER, Interruption

OUTPUTS = {
    "labels": "write a label for each row as CSV; - is standard output",
    "report": "write a page to look at, with a sample of the rows",
    "model": "write the model, for scpp predict, show, cut and report",
    "summary": "write what was done and found as JSON",
}

CLOSE_SECONDS = 5  #: for workers that are told to end; what hangs then ends with this process


def _positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    def number(text: str) -> float:
        value = kind(text)
        if not value > 0:
            raise argparse.ArgumentTypeError(f"{text} is given, but must be above 0")
        return value

    number.__name__ = kind.__name__  # argparse says "invalid int value"
    return number


def parser() -> argparse.ArgumentParser:
    """Every option of the library is a flag, by the name that scpp fit gives it."""
    top = argparse.ArgumentParser(prog="scpp-dask", description="scpp on a Dask cluster.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=f"scpp-dask {_core.__version__}")
    fit = top.add_subparsers(dest="command", required=True, metavar="COMMAND").add_parser(
        "fit", help="find clusters in files that all workers can open", allow_abbrev=False
    )
    fit.add_argument("data", nargs="+", metavar="FILE", help="NPY or CSV files, quoted patterns or folders; one table, in this order")
    reading = fit.add_argument_group("reading files that are not NPY")
    reading.add_argument("--drop", action="append", default=[], metavar="COLUMN", help="leave a column out, by name or number")
    reading.add_argument("--text", choices=["refuse", "drop"], default="refuse", help="columns of text; default refuse")
    reading.add_argument("--scratch", metavar="DIR", help="where all workers can leave them as NPY while the fit lasts")
    where = fit.add_argument_group("where").add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="a running scheduler, for example tcp://host:8786")
    where.add_argument("--local", type=_positive(int), metavar="N", help="start N workers here, of one thread each")
    run = fit.add_argument_group("running")
    run.add_argument("--memory-limit", metavar="SIZE", default="auto", help="of each local worker, for example 1GiB")
    run.add_argument("--checkpoint", metavar="DIR", help="keep finished passes there, and go on behind them")
    run.add_argument("--timeout", type=_positive(float), default=60, metavar="S", help="give up after S seconds without a worker")
    run.add_argument("--quiet", action="store_true", help="say nothing but errors")
    outputs = fit.add_argument_group("outputs")
    for name, sentence in OUTPUTS.items():
        outputs.add_argument(f"--{name}", metavar="FILE", help=sentence)
    scores = "add two columns to the labels: probability (that the row belongs to its cluster) and outlier (0 to 1: how far it lies from other rows)"
    outputs.add_argument("--scores", action="store_true", help=scores)
    library = fit.add_argument_group("options of the library")
    for name, values, sentence, default in _core.parameters():
        flags = ["-k", f"--{name}"] if name == "clusters" else [f"--{name}"]
        text = f"{sentence}; {values}, default {default}".replace("%", "%%")
        library.add_argument(*flags, dest=f"option {name}", metavar="VALUE", help=text)
    return top


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Exit codes are those of scpp: 1 the data or the result, 2 the command line, 130 interrupted."""
    given = parser().parse_args(arguments)
    with Interruption() as interruption:
        try:
            options = _options(given)
            if given.scores and not given.labels:
                raise ValueError("--scores adds columns to the file of --labels, which is not given")
            outputs = Outputs({name: getattr(given, name) for name in OUTPUTS})
        except (ValueError, OSError) as error:
            return _failed(error, 2)
        try:
            return _fit(given, options, outputs, interruption)
        except (ValueError, OSError, RuntimeError) as error:
            if not interruption.heard:
                return _failed(error, 1)
        except KeyboardInterrupt:
            pass
        finally:
            outputs.discard()
    return _failed("interrupted", 130)


def _failed(why: object, code: int) -> int:
    print(f"scpp-dask: {why}", file=sys.stderr)
    return code


def _options(given: argparse.Namespace) -> _core.Options:
    options = _core.Options()
    for name, *_ in _core.parameters():
        text = getattr(given, f"option {name}")
        if text is not None:
            options.set(name, text)
    options.validate()
    return options


def _fit(
    given: argparse.Namespace, options: _core.Options, outputs: Outputs, interruption: Interruption
) -> int:
    began = time.monotonic()
    paths = input_files(given.data)
    outputs.refuse_inputs(paths)
    ready = file_blocks(paths) if all(map(is_npy, paths)) and not given.drop else None  # refused before anything is started
    with parts_folder(outputs.path("labels") if given.labels else None) as folder, _client(given) as client:
        cluster = Cluster(client, given.timeout, not given.quiet and sys.stderr.isatty(), interruption.check)
        with _blocks(given, paths, ready, cluster) as blocks:
            read, started = time.monotonic() - began, time.monotonic()
            fitted = fit_blocks(blocks, options, cluster, given.checkpoint, folder)
            if folder:
                write_labels(blocks, fitted.model, cluster, folder, outputs.path("labels"), given.scores)
            seconds = time.monotonic() - started
    if given.model:
        outputs.write("model", fitted.model.to_bytes())
    if given.report:
        outputs.write("report", _report(fitted, given.data).encode())
    if given.summary:
        total = time.monotonic() - began
        summary = _core.summary_json(fitted.model, blocks.rows, blocks.columns, read, seconds, total)
        outputs.write("summary", summary.encode())
    interruption.end()
    outputs.commit()
    if not given.quiet:
        _tell(given, blocks, fitted.model, seconds, outputs)
    return _verdict(fitted.model, options)


@contextmanager
def _blocks(
    given: argparse.Namespace, paths: Sequence[str], ready: Optional[Blocks], cluster: Cluster
) -> Iterator[Blocks]:
    if ready is not None:
        yield ready
        return
    scratch = given.scratch or (tempfile.gettempdir() if given.local else os.path.dirname(paths[0]))
    with as_npy(paths, cluster, scratch, given.drop, given.text == "drop") as (blocks, notes):
        if not given.quiet:
            print(*(f"note: {note}" for note in notes), sep="\n", end="\n" * bool(notes), file=sys.stderr)
        yield blocks


@contextmanager
def _client(given: argparse.Namespace) -> Iterator[distributed.Client]:
    if given.scheduler:
        with distributed.Client(given.scheduler, timeout=given.timeout) as client:
            yield client
        return
    os.environ.setdefault("DASK_LOGGING__DISTRIBUTED", "error")  # of the workers, which say what they load
    # A worker that dies takes the tasks it was given with it: none of these is to blame.
    with dask.config.set({"distributed.scheduler.allowed-failures": 10}):
        local = distributed.LocalCluster(
            n_workers=0,  # else it waits for ever for one that dies before it is there
            threads_per_worker=1,
            memory_limit=given.memory_limit,
            dashboard_address=None,
            silence_logs=logging.ERROR,
            preload=[DEAF_WORKER],
        )
    try:
        with distributed.Client(local) as client:
            _start_workers(local, client, given)
            yield client
    finally:
        with suppress(asyncio.TimeoutError, TimeoutError):  # for ever again
            local.close(timeout=CLOSE_SECONDS)


def _start_workers(local: distributed.LocalCluster, client: distributed.Client, given: argparse.Namespace) -> None:
    local.scale(given.local)
    try:
        client.wait_for_workers(given.local, timeout=given.timeout)
    except (asyncio.TimeoutError, TimeoutError):
        there = len(client.scheduler_info()["workers"])
        raise RuntimeError(
            f"only {there} of {given.local} workers were there after {given.timeout:g} s: something ended the others while "
            "they started, or the machine is busy (--timeout waits longer, --local starts fewer)"
        ) from None


def _report(fitted: Fitted, names: Sequence[str]) -> str:
    labels = fitted.model.assign(fitted.sample)
    return _core.report_html(fitted.model, fitted.sample, labels, os.path.basename(names[0]))


def _tell(
    given: argparse.Namespace, blocks: Blocks, model: _core.Model, seconds: float, outputs: Outputs
) -> None:
    stream = sys.stderr if outputs.on_stdout else sys.stdout
    print(f"{' '.join(given.data)}: {blocks.rows} rows, {blocks.columns} columns", file=stream)
    print(f"{len(model.leaves)} clusters in {seconds:.2f} s", file=stream)
    print("rows in each:", *(f"{model.nodes[leaf].n_samples:.0f}" for leaf in model.leaves), file=stream)
    print(model.verdict()[4], file=stream)
    if outputs.written:
        print("wrote", ", ".join(outputs.written), file=stream)


def _verdict(model: _core.Model, options: _core.Options) -> int:
    found, wanted = len(model.leaves), options.get("clusters")
    if wanted == "auto" or found >= int(wanted):
        return 0
    return _failed(f"only {found} of {wanted} clusters were found: {model.nodes[model.leaves[0]].leaf_sentence}", 1)


if __name__ == "__main__":
    sys.exit(main())
