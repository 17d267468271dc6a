"""Types: the package's own, the stub of its extension module, and what a user's type checker is told."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy", reason="mypy is not installed (mypy, python3-typeshed)")
HERE = Path(__file__).resolve().parent


def run(module, *arguments, cwd=HERE.parent):
    return subprocess.run([sys.executable, "-m", module, *arguments], cwd=cwd, capture_output=True, text=True)


def test_the_package(tmp_path):
    checked = run("mypy", "--config-file", "pyproject.toml", "--cache-dir", str(tmp_path))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_stub_says_what_the_module_has(tmp_path):
    checked = run("mypy.stubtest", "scpp._core", "--allowlist", str(HERE / "stubtest_allowlist.txt"), cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr


USER = """
import numpy as np
from scpp import SCPP

model = SCPP(n_clusters="auto", missing="mean").fit(np.eye(4))
reveal_type(model)
reveal_type(model.predict(np.eye(4)))
reveal_type(model.tree_.to_linkage())
reveal_type(model.prune(0))
reveal_type(model.plot_tree())
SCPP(n_clusters=[3])
model.prune("root")
model.tree_[0].split.sigma
"""


def test_what_a_user_is_told(tmp_path):
    (tmp_path / "user.py").write_text(USER)
    told = run("mypy", "--cache-dir", str(tmp_path), "--ignore-missing-imports", "user.py", cwd=tmp_path).stdout
    types = ["scpp._scpp.SCPP", "ndarray", "ndarray", "scpp._scpp.SCPP", "scpp._plot.TreeDisplay"]
    for line, word in zip(range(6, 11), types):
        assert any(text.startswith(f"user.py:{line}: note:") and word in text for text in told.splitlines()), told
    for line, word in ((11, '"List[int]"; expected "Union[int, str]"'), (12, 'expected "int"'), (13, 'Item "None"')):
        assert any(text.startswith(f"user.py:{line}: error:") and word in text for text in told.splitlines()), told
