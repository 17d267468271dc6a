"""Every example runs, prints something and draws its picture; docs/gallery.md lists them (tests/docs)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def test_there_are_at_least_ten():
    assert len(EXAMPLES) >= 10


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example, tmp_path):
    picture = f"{example.stem}.png"
    headless = {**os.environ, "MPLBACKEND": "Agg"}
    run = subprocess.run([sys.executable, example], cwd=tmp_path, capture_output=True, text=True, env=headless)
    assert run.returncode == 0, run.stderr
    assert run.stdout
    assert (tmp_path / picture).stat().st_size > 5000
