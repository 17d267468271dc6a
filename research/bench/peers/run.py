#!/usr/bin/env python3
"""Measures scpp beside its peers and writes the tables and figures of research/notes/performance.md.

run.py PROGRAM DATA_FOLDER OUT_FOLDER PAGE [--part sets|rows|columns|wide]..., called by scripts/bench."""
import argparse
import tempfile
from pathlib import Path

import figures
import report
import tables
from measure import Log, measure

SCPP = ["scpp fast", "scpp default", "scpp best"]
CHEAP = ["KMeans, 10 starts", "MiniBatchKMeans, 10 starts", "BisectingKMeans", "faiss k-means, 10 starts"]
DEAR = ["SpectralClustering, rbf", "SpectralClustering, 10 neighbours", "Ward", "GaussianMixture"]
QUADRATIC = {"SpectralClustering, rbf", "SpectralClustering, 10 neighbours", "Ward"}
MOST_ROWS_QUADRATIC = 12_000  # beyond, they want tens of gigabytes or minutes


def methods_for(part, rows):
    if part == "wide":
        return ["scpp fast", "PCA to 50, KMeans", "KMeans, 10 starts"]
    names = ["scpp fast", "scpp default", *CHEAP, *DEAR] if part != "sets" else [*SCPP, *CHEAP, *DEAR]
    return [name for name in names if name not in QUADRATIC or rows <= MOST_ROWS_QUADRATIC]


def tables_of(part, program, data, scratch):
    if part == "sets":
        yield from tables.data_sets(data, scratch)
    elif part == "rows":
        for rows in (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000):
            yield tables.generated(program, scratch, rows, 32, 10)
    elif part == "columns":
        for columns in (16, 64, 256, 1024):
            yield tables.generated(program, scratch, 5_000, columns, 10)
    elif part == "wide":
        for bits in (64, 32):
            yield tables.generated(program, scratch, 2_000, 5_000, 5, bits)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("data")
    parser.add_argument("out", type=Path)
    parser.add_argument("page", type=Path)
    parser.add_argument("--part", action="append", choices=["sets", "rows", "columns", "wide"])
    parser.add_argument("--repetitions", type=int, default=3)
    wanted = parser.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    for part in wanted.part or ["sets", "rows", "columns", "wide"]:
        log = Log(wanted.out / f"{part}.jsonl")
        with tempfile.TemporaryDirectory() as folder:
            for table in tables_of(part, wanted.program, wanted.data, Path(folder)):
                for method in methods_for(part, table.shape[0]):
                    if log.find(table.name, method):
                        continue
                    result = measure(wanted.program, method, table, Path(folder), wanted.repetitions)
                    log.add(result)
                    nmi = f"NMI {result.nmi:.3f}" if result.finished else "not finished"
                    print(f"{table.name:18} {method:34} {result.seconds:9.3f} s  {nmi}", flush=True)
                table.path.unlink()
        if part in ("rows", "columns"):
            figures.draw(part, log.results, wanted.out)
    report.write(wanted.out, wanted.page)


if __name__ == "__main__":
    main()
