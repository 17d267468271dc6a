"""The tables that are measured: the paper's data sets, and generated mixtures that grow in rows, columns or clusters."""
import subprocess
from pathlib import Path

import numpy as np
import pandas
from measure import Table

SETS = {  # clusters; the nine of the paper's table that are exact copies
    "optidigits": 10, "pendigits": 10, "mfdigits": 10, "satellite": 6, "imageseg": 7,
    "breastcancer": 2, "chart": 6, "dermatology": 6, "yeast": 5,
}  # fmt: skip
LARGER_SETS = {  # those of more than 4,096 rows, which are as many as a sketch has cells
    "optidigits": 10, "pendigits": 10, "satellite": 6, "isolet": 26, "smartphone_rebuilt": 12, "phoneme": 5,
}  # fmt: skip


def standardised(rows):
    spread = rows.std(axis=0, ddof=1)
    return (rows - rows.mean(axis=0)) / np.where(spread > 0, spread, 1)


def data_sets(folder, scratch, sets):
    for name, clusters in sets.items():
        source = next((path for end in (".csv", ".csv.gz") if (path := Path(folder) / (name + end)).exists()), None)
        if not source:
            print(f"{name}: skipped, it is not in the data folder")
            continue
        frame = pandas.read_csv(source)
        target = scratch / f"{name}.npy"
        np.save(target, standardised(frame.drop(columns="label").to_numpy(dtype=float)))
        yield Table(name.removesuffix("_rebuilt"), target, clusters, frame["label"].astype(str).to_numpy())


def mixture(program, scratch, rows, columns, clusters, *more):
    """A mixture of Gaussians with as many columns of noise as informative ones: the table's file and its classes."""
    table, truth = scratch / "generated.npy", scratch / "generated.csv"
    command = [program, "generate", "gaussians", "--rows", rows, "--columns", columns, "--noise-columns", columns // 2]
    command += ["-k", clusters, "--separation", 6, "--seed", 1, "-o", table, "--labels", truth, "--quiet", *more]
    subprocess.run([str(part) for part in command], check=True)
    return table, pandas.read_csv(truth).iloc[:, -1].to_numpy()


def generated(program, scratch, rows, columns, clusters, bits=32):
    """32-bit floats, as large data are."""
    raw, classes = mixture(program, scratch, rows, columns, clusters)
    target = scratch / f"mixture-{rows}-{columns}.npy"
    np.save(target, standardised(np.load(raw)).astype(f"float{bits}"))
    raw.unlink()
    name = f"{rows:,} x {columns:,}, K = {clusters}" + (f", {bits} bits" if bits != 32 else "")
    return Table(name, target, clusters, classes)


def huge(program, scratch, rows, columns, clusters):
    """As it was generated: scpp brings columns to unit variance itself."""
    table, classes = mixture(program, scratch, rows, columns, clusters, "--float32")
    return Table(f"{rows:,} x {columns:,}, K = {clusters}", table, clusters, classes)
