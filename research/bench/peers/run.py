#!/usr/bin/env python3
"""Measures scpp beside its peers and writes the tables and figures of research/notes/performance.md.

run.py PROGRAM DATA_FOLDER OUT_FOLDER PAGE [--part NAME]..., called by scripts/bench."""
import argparse
import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path

import figures
import report
import tables
from measure import Log, measure

SCPP = ["scpp", "scpp --quality fast"]
CHEAP = ["KMeans, 10 starts", "MiniBatchKMeans, 10 starts", "BisectingKMeans", "faiss k-means, 10 starts", "GaussianMixture"]
BY_NEIGHBOURS = ["Leiden, 10 neighbours", "UMAP + KMeans", "HDBSCAN", "SpectralClustering, 10 neighbours", "Ward"]
MOST_ROWS = {  # beyond, they want tens of gigabytes or minutes
    "HDBSCAN": 12_000, "SpectralClustering, 10 neighbours": 12_000, "Ward": 12_000, "UMAP + KMeans": 12_000,
    "Leiden, 10 neighbours": 30_000,
}  # fmt: skip
TOO_LONG = 20  # seconds: then a method is not asked for the next table of a series, which is larger

PARTS = {  # methods
    "sets": [*SCPP, *CHEAP, *BY_NEIGHBOURS, "UMAP + HDBSCAN"],
    "rows": [*SCPP, *CHEAP, *BY_NEIGHBOURS],
    "columns": [*SCPP, *CHEAP, *BY_NEIGHBOURS],
    "clusters": [*SCPP, *CHEAP],
    "wide": [*SCPP, "PCA to 50, KMeans", "KMeans, 10 starts"],
    "threads": [*SCPP, "KMeans, 10 starts"],
    "sketch": ["scpp --sketch never", "scpp --sketch always", "scpp --sketch always --cells 1000"],
    "blocks": ["scpp", "scpp --memory 1G"],
}
SERIES = ("rows", "columns", "clusters")


def tables_of(part, program, data, scratch):
    made = lambda *shape: tables.generated(program, scratch, *shape)  # noqa: E731
    if part == "sets":
        yield from tables.data_sets(data, scratch, tables.SETS)
    elif part == "sketch":
        yield from tables.data_sets(data, scratch, tables.LARGER_SETS)
    elif part == "rows":
        for rows in (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000):
            yield made(rows, 32, 10)
    elif part == "columns":
        for columns in (16, 64, 256, 1024):
            yield made(5_000, columns, 10)
    elif part == "clusters":
        for clusters in (2, 5, 10, 20, 50, 100):
            yield made(20_000, 32, clusters)
    elif part == "wide":
        for bits in (64, 32):
            yield made(2_000, 5_000, 5, bits)
    elif part == "threads":
        yield from tables.data_sets(data, scratch, {"optidigits": 10})
        for shape in ((100_000, 32), (1_000_000, 32), (10_000, 668)):
            yield made(*shape, 10)
    elif part == "blocks":
        yield tables.huge(program, scratch, 30_000_000, 32, 20)


@contextlib.contextmanager
def one_core_busy(wanted):
    """Another program that never rests."""
    process = subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"]) if wanted else None
    try:
        yield
    finally:
        if process:
            process.kill()
            process.wait()


def circumstances(part):
    """(threads, whether another program holds a core)"""
    if part == "threads":
        return [(1, False), (2, False), (1, True), (2, True)]
    return [(2, False)] if part == "blocks" else [(1, False)]


def bearable(part, method, table, log):
    if table.shape[0] > MOST_ROWS.get(method, table.shape[0]):
        return False
    before = [result for result in log.results if result.method == method]
    if part == "threads" and method not in SCPP and table.shape[0] > 100_000:
        return False
    return part not in SERIES or not before or (before[-1].finished and before[-1].seconds < TOO_LONG)


def measure_table(wanted, part, table, log, scratch):
    for method in PARTS[part]:
        for threads, busy in circumstances(part):
            if log.find(table.name, method, threads, busy) or not bearable(part, method, table, log):
                continue
            with one_core_busy(busy):
                result = measure(wanted.program, method, table, scratch, wanted.repetitions, threads, busy)
            log.add(result)
            told = f"{result.seconds:9.3f} s  NMI {result.nmi:.3f}" if result.finished else "stopped"
            print(f"{table.name:18} {method:36} {threads} {'busy' if busy else 'idle'} {told}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("data")
    parser.add_argument("out", type=Path)
    parser.add_argument("page", type=Path)
    parser.add_argument("--part", action="append", choices=list(PARTS))
    parser.add_argument("--repetitions", type=int, default=3)
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    for part in wanted.part or PARTS:
        log = Log(wanted.out / f"{part}.jsonl")
        with tempfile.TemporaryDirectory() as folder:
            for table in tables_of(part, wanted.program, wanted.data, Path(folder)):
                measure_table(wanted, part, table, log, Path(folder))
                table.path.unlink()
        if part in SERIES:
            figures.draw(part, log.results, wanted.out)
    report.write(wanted.out, wanted.page)


if __name__ == "__main__":
    main()
