"""Builds the extension module with CMake; everything else stands in pyproject.toml."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).resolve().parent
# The library's sources: beside this folder in the repository, within it in the source package that scripts/wheel makes.
CORE = HERE / "core" if (HERE / "core").exists() else HERE.parent


def version():
    listing = (CORE / "CMakeLists.txt").read_text()
    return re.search(r"project\(scpp VERSION ([0-9.]+)", listing).group(1)


class CMakeBuild(build_ext):
    """Calls CMake, or takes the module named by SCPP_CORE, which the library's own build has made already."""

    def build_extension(self, ext):
        target = Path(self.get_ext_fullpath(ext.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(os.environ.get("SCPP_CORE") or self.run_cmake(), target)

    def run_cmake(self):
        build = Path(self.build_temp).resolve()
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        configure = ["cmake", *generator, "-S", HERE, "-B", build, f"-DPython_EXECUTABLE={sys.executable}"]
        subprocess.run([*configure, "-DCMAKE_BUILD_TYPE=Release"], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "_core", "--parallel", jobs], check=True)
        return next(build.glob("_core*.so"))


setup(version=version(), ext_modules=[Extension("scpp._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
