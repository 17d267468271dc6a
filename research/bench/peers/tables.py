"""The tables that are measured: the paper's data sets, and generated mixtures that grow in rows or in columns."""
import subprocess
from pathlib import Path

import numpy as np

from measure import Table

SETS = {  # clusters; the nine of the paper's table that are exact copies
    "optidigits": 10, "pendigits": 10, "mfdigits": 10, "satellite": 6, "imageseg": 7,
    "breastcancer": 2, "chart": 6, "dermatology": 6, "yeast": 5,
}  # fmt: skip


def standardised(rows):
    spread = rows.std(axis=0, ddof=1)
    return (rows - rows.mean(axis=0)) / np.where(spread > 0, spread, 1)


def data_sets(folder, scratch):
    import pandas

    for name, clusters in SETS.items():
        source = Path(folder) / f"{name}.csv"
        if not source.exists():
            print(f"{name}: skipped, {source.name} is not in the data folder")
            continue
        frame = pandas.read_csv(source)
        target = scratch / f"{name}.npy"
        np.save(target, standardised(frame.drop(columns="label").to_numpy(dtype=float)))
        yield Table(name, target, clusters, frame["label"].astype(str).to_numpy())


def generated(program, scratch, rows, columns, clusters, bits=32):
    """A mixture of Gaussians with as many columns of noise as informative ones; 32-bit floats, as large data are."""
    raw, truth = scratch / "generated.npy", scratch / "generated.csv"
    command = [program, "generate", "gaussians", "--rows", rows, "--columns", columns, "--noise-columns", columns // 2]
    command += ["-k", clusters, "--separation", 6, "--seed", 1, "-o", raw, "--labels", truth, "--quiet"]
    subprocess.run([str(part) for part in command], check=True)
    target = scratch / f"mixture-{rows}-{columns}.npy"
    np.save(target, standardised(np.load(raw)).astype(f"float{bits}"))
    raw.unlink()
    classes = np.loadtxt(truth, delimiter=",", skiprows=1, usecols=-1, dtype=str)
    return Table(f"{rows} x {columns}" + (f", {bits} bits" if bits != 32 else ""), target, clusters, classes)
