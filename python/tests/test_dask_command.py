"""scpp-dask gives the files that scpp fit gives."""

import glob
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

pytest.importorskip("distributed", reason="dask.distributed is not installed (python3-distributed)")

from dask_processes import Processes

from scpp import _core
from scpp.dask._command import main

OPTIONS = ["-k", "3", "--cells", "64", "--sketch", "always", "--threads", "1"]


@pytest.fixture(scope="module")
def address():
    started = Processes()
    started.use(2)
    yield started.client.scheduler.address
    started.close()


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(4)
    return ((rng.normal(size=(3, 4)) * 8)[rng.integers(3, size=30_000)] + rng.normal(size=(30_000, 4))).astype("f4")


@pytest.fixture
def parts(table, tmp_path):
    """Three files, of other sizes than blocks have; one of them in Fortran order."""
    for number, (begin, end) in enumerate([(0, 10_000), (10_000, 25_001), (25_001, 30_000)]):
        rows = table[begin:end]
        np.save(tmp_path / f"part-{number}.npy", np.asfortranarray(rows) if number == 1 else rows)
    return str(tmp_path / "part-*.npy")


def fitted_by_the_library(table):
    options = _core.Options()
    for name, text in {"clusters": "3", "cells": "64", "sketch": "always", "threads": "1"}.items():
        options.set(name, text)
    return _core.fit(table, options)


def test_outputs_are_those_of_a_fit_in_one_place(address, parts, table, tmp_path, capsys):
    model, labels = fitted_by_the_library(table)
    named = {name: str(tmp_path / f"out.{name}") for name in ("labels", "model", "summary", "report")}
    flags = [text for name, path in named.items() for text in (f"--{name}", path)]
    assert main(["fit", parts, "--scheduler", address, *OPTIONS, *flags]) == 0
    assert (tmp_path / "out.model").read_bytes() == model.to_bytes()
    assert np.array_equal(np.loadtxt(tmp_path / "out.labels", dtype=int, skiprows=1), labels)
    summary = json.loads((tmp_path / "out.summary").read_text())
    keys = ["rows", "columns", "clusters", "seconds", "scores", "splits", "options", "version"]
    assert list(summary) == keys and summary["rows"] == 30_000 and summary["options"]["clusters"] == 3
    assert [split["left"] + split["right"] for split in summary["splits"]] == [
        split["rows"] for split in summary["splits"]
    ]
    assert (tmp_path / "out.report").stat().st_size > 10_000 or not _core.has_report_page()
    shown = capsys.readouterr().out
    assert "30000 rows, 4 columns" in shown
    assert "rows in each: " + " ".join(map(str, np.bincount(labels))) in shown
    assert not [name for name in os.listdir(tmp_path) if "unfinished" in name or name.startswith("scpp-labels")]


@pytest.mark.skipif("SCPP_CLI" not in os.environ, reason="SCPP_CLI does not name the command line")
@pytest.mark.parametrize("scores", [[], ["--scores"]], ids=["labels", "scores"])
def test_summary_and_labels_of_the_command_line(address, parts, table, tmp_path, scores):
    """But for seconds, the same text."""
    np.save(tmp_path / "all.npy", table)
    there = [os.environ["SCPP_CLI"], "fit", str(tmp_path / "all.npy")]
    here = [sys.executable, "-m", "scpp.dask._command", "fit", parts, "--scheduler", address]
    found = []
    for command in (there, here):
        summary, labels = tmp_path / "summary.json", tmp_path / "labels.csv"
        flags = [*OPTIONS, "--summary", str(summary), "--labels", str(labels), *scores]
        subprocess.run([*command, *flags], check=True, capture_output=True, cwd=tmp_path)
        found.append(({**json.loads(summary.read_text()), "seconds": None}, labels.read_text()))
    assert found[0] == found[1]
    assert found[0][1].splitlines()[0] == ("label,probability,outlier" if scores else "label")


def test_labels_without_a_second_pass(address, parts, table, tmp_path):
    """A fit that goes on behind its second pass has no cells of rows: labels come from the rows, and are the same."""
    labels, folder = tmp_path / "labels.csv", str(tmp_path / "checkpoint")
    texts = []
    for _ in range(2):
        assert main(["fit", parts, "--scheduler", address, *OPTIONS, "--checkpoint", folder, "--labels", str(labels)]) == 0
        texts.append(labels.read_text())
    assert texts[0] == texts[1]


@pytest.fixture
def csv_parts(table, tmp_path):
    folder = tmp_path / "csv"
    folder.mkdir()
    for number, (begin, end) in enumerate([(0, 10_000), (10_000, 30_000)]):
        lines = [",".join(map(repr, map(float, row))) + ",word" for row in table[begin:end]]
        (folder / f"part-{number}.csv").write_text("a,b,c,d,class\n" + "\n".join(lines) + "\n")
    return folder


@pytest.mark.skipif("SCPP_CLI" not in os.environ, reason="SCPP_CLI does not name the command line")
def test_csv_files_give_the_bits_of_the_command_line(address, csv_parts, tmp_path):
    """A folder, whose workers read with the library's own reader; and the same rows in one file for scpp fit."""
    parts = [path.read_text().splitlines(keepends=True) for path in sorted(csv_parts.iterdir())]
    (tmp_path / "all.csv").write_text("".join(parts[0] + parts[1][1:]))
    there = [os.environ["SCPP_CLI"], "fit", str(tmp_path / "all.csv"), "--drop", "class"]
    here = [sys.executable, "-m", "scpp.dask._command", "fit", str(csv_parts), "--scheduler", address, "--text", "drop"]
    found = []
    for command in (there, here):
        flags = [*OPTIONS, "--model", str(tmp_path / "model"), "--labels", str(tmp_path / "labels.csv")]
        subprocess.run([*command, *flags], check=True, capture_output=True, cwd=tmp_path)
        found.append([(tmp_path / name).read_bytes() for name in ("model", "labels.csv")])
    assert found[0] == found[1]
    assert sorted(os.listdir(csv_parts)) == ["part-0.csv", "part-1.csv"], "nothing is left beside them"


def test_csv_files_are_refused_in_the_words_of_the_command_line(address, csv_parts, tmp_path, capsys):
    one = str(csv_parts / "part-0.csv")
    (tmp_path / "gap.csv").write_text("a,b\n1,2\n3,NA\n5,6\n")
    (tmp_path / "other.csv").write_text("a,b,c,e\n1,2,3,4\n5,6,7,8\n")
    (tmp_path / "ragged.csv").write_text("a,b\n1,2\n3\n")
    (tmp_path / "table.parquet").write_bytes(b"PAR1 and so on PAR1")
    (tmp_path / "empty").mkdir()
    drop = ["--text", "drop"]
    cases = [
        ([one], "part-0.csv, line 2 (data row 1), column 5 'class': 'word' is not a number; leave the column out with --drop class"),
        ([one, str(tmp_path / "other.csv"), *drop], "other.csv has the columns 'a', 'b', 'c', 'e', but"),
        ([str(tmp_path / "gap.csv")], "gap.csv has 1 missing cell in column 2 'b' (1); a fit on Dask needs complete rows"),
        ([str(tmp_path / "ragged.csv")], "ragged.csv, line 3 (data row 2): expected 2 cells, found 1"),
        ([str(tmp_path / "table.parquet")], "Parquet"),
        ([str(tmp_path / "empty")], "empty is a folder without NPY or CSV files"),
        ([str(tmp_path / "none.csv")], "none.csv"),
    ]
    for arguments, sentence in cases:
        assert main(["fit", *arguments, "--scheduler", address, *OPTIONS]) == 1, arguments
        told = capsys.readouterr().err
        assert sentence in told and "pickle" not in told, told


def test_the_data_decide_how_many_and_a_sentence_says_how_clear(address, parts, tmp_path, capsys):
    arguments = ["fit", parts, "--scheduler", address, "-k", "auto", "--cells", "256", "--model", str(tmp_path / "model")]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    assert "3 clusters in" in shown
    assert _core.load(str(tmp_path / "model")).verdict()[4] in shown


def test_refusals(address, parts, tmp_path, capsys):
    where = ["--scheduler", address]
    np.save(tmp_path / "wide.npy", np.zeros((3, 5)))
    np.save(tmp_path / "words.npy", np.array([["a", "b"]]))
    (tmp_path / "text.npy").write_text("1,2\n3,4\n")
    one = str(tmp_path / "part-0.npy")
    cases = [
        ([parts, *where, "-k", "0"], 2, "clusters"),
        ([parts, *where, "--model", one], 1, "which is an input"),
        ([parts, *where, "--model", "-", "--labels", "-"], 2, "cannot both be written to standard output"),
        ([parts, *where, "--labels", str(tmp_path / "no" / "such")], 2, "No such file"),
        ([str(tmp_path / "none.npy"), *where], 1, "none.npy"),
        ([one, str(tmp_path / "wide.npy"), *where], 1, "wide.npy has 5 columns, but"),
        ([str(tmp_path / "words.npy"), *where], 1, "does not hold a matrix of real numbers"),
        ([str(tmp_path / "text.npy"), *where], 1, "text.npy is not a readable NPY file"),
        ([one, *where, "--labels", "labels.npy"], 2, "--labels is written as CSV text, but labels.npy names another format"),
        ([one, *where, "--scores"], 2, "--scores adds columns to the file of --labels, which is not given"),
        ([one, *where, "--sketch", "never"], 1, "sketch is never"),
    ]
    before = sorted(os.listdir(tmp_path))
    for arguments, code, sentence in cases:
        assert main(["fit", *arguments]) == code, arguments
        assert sentence in capsys.readouterr().err
    assert sorted(os.listdir(tmp_path)) == before


def test_a_cluster_of_its_own(parts, tmp_path):
    command = [sys.executable, "-m", "scpp.dask._command", "fit", parts, "--local", "1", *OPTIONS, "--labels", "-"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert run.stdout.startswith("label\n") and run.stdout.count("\n") == 30_001
    assert "3 clusters in" in run.stderr


@pytest.mark.parametrize("flag", ["--local", "--timeout"])
def test_numbers_that_must_be_positive_are_refused_at_once(flag, parts, capsys):
    for number in ("0", "-3"):
        with pytest.raises(SystemExit) as refusal:
            main(["fit", parts, *(["--local", "1"] if flag == "--timeout" else []), flag, number])
        assert refusal.value.code == 2
        assert f"argument {flag}: {number} is given, but must be above 0" in capsys.readouterr().err


def test_a_worker_that_never_comes_is_not_waited_for(parts, tmp_path, monkeypatch, capsys):
    """Nobody can say when a worker is killed: one that the machine never starts is the same to those who wait."""
    import distributed

    monkeypatch.setattr(distributed.LocalCluster, "scale", lambda *_: None)
    before = sorted(os.listdir(tmp_path))
    labels = str(tmp_path / "labels.csv")
    assert main(["fit", parts, "--local", "2", "--timeout", "1", *OPTIONS, "--labels", labels]) == 1
    assert "only 0 of 2 workers were there after 1 s" in capsys.readouterr().err
    assert sorted(os.listdir(tmp_path)) == before


def children_of(process):
    """The workers that a program has started."""
    found = subprocess.run(["pgrep", "-s", str(process.pid), "-f", "spawn_main"], capture_output=True, text=True)
    return [int(number) for number in found.stdout.split()]


@pytest.fixture
def long_fit(tmp_path):
    """A fit with a cluster of its own, in a session of its own, that takes a while."""
    rows = np.random.default_rng(0).normal(size=(1_500_000, 20)).astype("f4")
    np.save(tmp_path / "many.npy", rows)
    (tmp_path / "out").mkdir()
    flags = ["--labels", "out/labels.csv", "--model", "out/model.scpp", "--timeout", "60"]
    command = [sys.executable, "-m", "scpp.dask._command", "fit", "many.npy", "--local", "2", "-k", "3", *flags]
    run = subprocess.Popen(command, cwd=tmp_path, start_new_session=True, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield run
    if run.poll() is None:
        os.killpg(run.pid, signal.SIGKILL)
    run.communicate()


def wait_until(seen, seconds=60):
    end = time.monotonic() + seconds
    while not seen():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("number, when", [(signal.SIGINT, "start"), (signal.SIGINT, "pass"), (signal.SIGTERM, "pass")])
def test_a_signal_ends_it_and_leaves_nothing(long_fit, tmp_path, number, when):
    """Ctrl-C is sent to all of its processes, as a terminal does it: while it starts its workers, and in a pass."""
    cells = lambda: glob.glob(str(tmp_path / "out" / "scpp-labels-*" / "*.cells"))  # the second pass leaves them there
    wait_until(lambda: children_of(long_fit) if when == "start" else cells())
    (os.killpg if number == signal.SIGINT else os.kill)(long_fit.pid, number)
    _, told = long_fit.communicate(timeout=100)
    assert long_fit.returncode == 130 and "scpp-dask: interrupted" in told.splitlines(), told
    assert os.listdir(tmp_path / "out") == []


def test_a_worker_killed_while_it_starts_does_not_hang_it(long_fit, tmp_path):
    wait_until(lambda: children_of(long_fit))
    os.kill(children_of(long_fit)[0], signal.SIGKILL)
    _, told = long_fit.communicate(timeout=200)
    done = sorted(os.listdir(tmp_path / "out"))
    if long_fit.returncode == 0:  # another was started in its place
        assert done == ["labels.csv", "model.scpp"]
    else:
        assert "workers were there after 60 s" in told and done == []
