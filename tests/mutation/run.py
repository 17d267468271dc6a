"""Plants errors drawn by lot and sees whether the nearest tests notice: run.py BUILD [--count N] [--seed N] [folder...]

Plain operators on lines: arithmetic, comparisons, logic, constants, dropped statements. BUILD is a finished build tree; it is not
changed: only the changed file is compiled (a header: the files that include it), and its object goes before the libraries when a
test program is linked again. Ends with the kill rate of every folder and the survivors."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
INSTALLED = "python_env/lib/python*/site-packages/scpp"  # of the build tree

ENOUGH = 0.85  # some errors change nothing that anybody can see

# ---- where errors are planted, and which tests are near

CPP_TESTS = {
    **{f"src/{room}": [room, "oracle", "laws"]
       for room in ("base", "data", "fit", "graph", "micro", "model", "optim", "spectral", "split", "tree")},
    "io": ["io", "cli"], "report": ["report", "oracle"],
}
CPP_TESTS["src/optim"] = ["optim", "split", "laws"]
CPP_TESTS["src/fit"] = ["fit", "laws", "cli"]
PYTHON_TESTS = {
    "_describe.py": "describe", "_edits.py": "report tree", "_files.py": "files", "_fitted.py": "fit describe", "_html.py": "describe",
    "_options.py": "parameters fit", "_pictures.py": "plots", "_plot.py": "plots", "_plot_clusters.py": "plots",
    "_progress.py": "fit", "_projection.py": "fit", "_rows.py": "inputs pandas", "_scpp.py": "fit parameters tree",
    "_tree.py": "tree", "_validation.py": "inputs fit", "anndata.py": "anndata", "metrics.py": "metrics",
    "_blocks.py": "dask dask_estimator", "_checkpoint.py": "dask", "_cluster.py": "dask dask_command", "_command.py": "dask_command",
    "_estimator.py": "dask_estimator", "_fit.py": "dask", "_label_files.py": "dask_command", "_outputs.py": "dask_command",
    "_signals.py": "dask_command", "_tasks.py": "dask",
}

# ---- operators

SWAPS = [(" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "), (" += ", " -= "), (" -= ", " += "), (" < ", " <= "),
         (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "), (" && ", " || "), (" || ", " && "),
         (" and ", " or "), (" or ", " and "), ("std::min(", "std::max("), ("std::max(", "std::min("), ("true", "false"),
         ("True", "False"), ("return !", "return "), ("if (!", "if (")]
NUMBER = re.compile(r"(?<![\w.\"'])(\d+(?:\.\d*)?(?:e-?\d+)?)(?![\w.\"'])")
STATEMENT = re.compile(r"^\s+[A-Za-z_][\w.\->\[\]:]*(\(.*\)| [-+*/|]?= .*);$")
PYTHON_STATEMENT = re.compile(r"^\s+[a-z_][\w.\[\]]*(\(.*\)| [-+*/|]?= .*)$")
NOT_CODE = re.compile(r"^\s*(//|#|\*|///|using |template|static_assert|assert|namespace|import |from |\"\"\"|@|def |class |struct )")


def without_texts(line):
    """Of the same length, with text in quotes and comments blotted out."""
    blotted = re.sub(r'"(?:\\.|[^"\\])*"', lambda text: '"' + "~" * (len(text[0]) - 2) + '"', line)
    return re.sub(r"(//|  #|///<).*", lambda text: "~" * len(text[0]), blotted)


def changes_of(line, python):
    """What one line can become."""
    plain = without_texts(line)
    for old, new in SWAPS:
        for found in re.finditer(re.escape(old), plain):
            yield line[: found.start()] + new + line[found.end():]
    for found in NUMBER.finditer(plain):
        text = found[1]
        other = str(int(text) + 1) if text.isdigit() else repr(float(text) * 2 or 1.0)
        yield line[: found.start()] + other + line[found.end():]
    if (PYTHON_STATEMENT if python else STATEMENT).match(plain) and not plain.strip().startswith("return"):
        yield re.match(r"\s*", line)[0] + ("pass" if python else ";")


class Error:
    def __init__(self, path, number, line, error):
        self.path, self.number, self.line, self.error = path, number, line, error
        self.folder = str(path.parent) if path.parts[0] == "src" else path.parts[0]

    def text(self):
        lines = (ROOT / self.path).read_text().split("\n")
        lines[self.number] = self.error
        return "\n".join(lines)

    def __str__(self):
        return f"{self.path}:{self.number + 1}: {self.line.strip()}  =>  {self.error.strip() or '(dropped)'}"


def all_errors(folder):
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix not in (".cpp", ".hpp", ".py") or path.name == "__init__.py":
            continue
        quoted = False
        for number, line in enumerate(path.read_text().split("\n")):
            quoted ^= line.count('"""') % 2 == 1
            if not quoted and '"""' not in line and not NOT_CODE.match(line):
                for error in changes_of(line, path.suffix == ".py"):
                    yield Error(path.relative_to(ROOT), number, line, error)


# ---- one error

def limit_cpu():
    """An error may make a search endless. The clock on the wall would blame a busy machine."""
    resource.setrlimit(resource.RLIMIT_CPU, (400, 400))


def first_failure(command, where, **environment):
    done = subprocess.run(command, capture_output=True, text=True, cwd=where, preexec_fn=limit_cpu,
                          env={**os.environ, "TMPDIR": where, "TEST_TMPDIR": where, **environment})
    if done.returncode == -signal.SIGXCPU:
        return f"{os.path.basename(command[0])} does not end"
    if not done.returncode:
        return None
    failed = re.search(r"\[  FAILED  \] (\S+?),? |^FAILED (\S+)|^(?:FAIL|ERROR): (\S+)", done.stdout + done.stderr, re.M)
    return next((name for name in failed.groups() if name), "") if failed else f"ends with {done.returncode}"


class Stillborn(Exception):
    """It does not compile."""


class CppMutant:
    def __init__(self, error, build, scratch):
        self.error, self.build, self.scratch = error, build, scratch
        inside = error.path.relative_to("src") if error.path.parts[0] == "src" else error.path
        self.copy = os.path.join(scratch, inside)
        self.name = str(inside)
        os.makedirs(os.path.dirname(self.copy))
        with open(self.copy, "w") as file:
            file.write(error.text())

    def sources(self):
        """Files to compile again, with the path of the source the compiler is to read."""
        if self.name.endswith(".cpp"):
            return {str(ROOT / self.error.path): self.copy}
        again, known = [self.name], {}
        files = [path for folder in ("src", "io", "report") for path in (ROOT / folder).rglob("*.?pp")]
        for path in files:
            known[path] = set(re.findall(r'#include "(.*)"', path.read_text()))
        for name in again:  # grows
            again += [header for header in (str(path.relative_to(ROOT / "src" if path.is_relative_to(ROOT / "src") else ROOT))
                      for path in files if path.suffix == ".hpp" and name in known[path]) if header not in again]
        return {str(path): str(path) for path in files if path.suffix == ".cpp" and known[path] & set(again)}

    def objects(self):
        with open(f"{self.build}/compile_commands.json") as file:
            commands = json.load(file)
        # Kernels are compiled for several instruction sets; what tests and bindings compile for themselves is not linked here.
        sources = {os.path.realpath(source): read for source, read in self.sources().items()}
        made = []
        for entry in commands:
            read = sources.get(os.path.realpath(entry["file"]))
            if not read or not re.search(r"-o (src|io|report)/", entry["command"]):
                continue
            words = [word for word in shlex.split(entry["command"]) if not word.endswith("ccache")]
            target = os.path.join(self.scratch, f"{len(made)}.o")
            words[words.index("-o") + 1] = target
            words[words.index(entry["file"])] = read
            # The scratch folder first, so that a changed header is met before the real one. An error may leave a variable unused,
            # which is no matter of warnings here.
            words[-1:-1] = ["-O1", "-w"]
            words.insert(next(i for i, word in enumerate(words) if word.startswith("-I")), f"-I{self.scratch}")
            if subprocess.run(words, cwd=entry["directory"], capture_output=True).returncode:
                raise Stillborn
            made.append(target)
        return made

    def linked(self, target, objects):
        program = os.path.join(self.scratch, target)
        if os.path.exists(program):
            return program
        lines = subprocess.run(["ninja", "-t", "commands", target], cwd=self.build, capture_output=True, text=True, check=True)
        words = shlex.split(lines.stdout.splitlines()[-1].split(" && ")[1])
        words[words.index("-o") + 1] = program
        library = next(i for i, word in enumerate(words) if re.search(r"libscpp\w*\.a$", word))
        subprocess.run(words[:library] + objects + words[library:], cwd=self.build, check=True, capture_output=True)
        return program

    def caught_by(self):
        objects = self.objects()
        for test in CPP_TESTS[self.error.folder]:
            if test in ("oracle", "cli"):
                program = {"SCPP_PROGRAM": self.linked("scpp_cli", objects)}
                scripts = ["oracle/oracle_test.py"] if test == "oracle" else ["cli/formats_test.py", "cli/columns_test.py"]
                commands = [["/usr/bin/python3", str(ROOT / "tests" / script), "-f"] for script in scripts]
            else:
                program = {}
                commands = [[self.linked(f"test_{test}", objects), "--gtest_brief=1", "--gtest_fail_fast",
                             "--gtest_filter=-Soak.*:*Together*"]]
            for command in commands:
                if caught := first_failure(command, self.scratch, **program):
                    return f"{test}: {caught}"
        return None


class PythonMutant:
    def __init__(self, error, build, scratch):
        self.error, self.scratch, self.build = error, scratch, build
        installed = next(pathlib.Path(build).glob(INSTALLED))
        shutil.copytree(installed, os.path.join(scratch, "scpp"), ignore=shutil.ignore_patterns("__pycache__"))
        for folder in ("", "dask"):
            for path in (ROOT / "python/src/scpp" / folder).glob("*.py"):
                shutil.copy(path, os.path.join(scratch, "scpp", folder, path.name))
        with open(os.path.join(scratch, error.path.relative_to("python/src")), "w") as file:
            file.write(error.text())

    def caught_by(self):
        for test in PYTHON_TESTS[self.error.path.name].split():
            command = [f"{self.build}/python_env/bin/python", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
                       str(ROOT / f"python/tests/test_{test}.py")]
            if caught := first_failure(command, self.scratch, PYTHONPATH=self.scratch, MPLBACKEND="Agg",
                                       SCPP_CLI=f"{self.build}/apps/scpp"):
                return caught
        return None


def outcome(error, build):
    """What caught it, "" for nothing, None where it cannot be compiled."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            caught = (PythonMutant if error.path.suffix == ".py" else CppMutant)(error, build, scratch).caught_by() or ""
        except Stillborn:
            return None
    print(f"{'caught  ' if caught else 'SURVIVED'} {error}  [{caught}]", flush=True)
    return caught


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("build")
    words.add_argument("folders", nargs="*", default=[*CPP_TESTS, "python/src"])
    words.add_argument("--count", type=int, default=60)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--at-once", type=int, default=os.cpu_count())
    asked = words.parse_args()
    drawn = [error for folder in asked.folders for error in all_errors(folder)]
    possible = len(drawn)
    random.Random(asked.seed).shuffle(drawn)
    tally, survivors = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(asked.at_once) as pool:
        while tally["all"] < asked.count and drawn:
            some = [drawn.pop() for _ in range(min(asked.at_once * 4, asked.count - tally["all"], len(drawn)))]
            for error, caught in zip(some, pool.map(lambda one: outcome(one, os.path.abspath(asked.build)), some)):
                if caught is None:
                    continue
                tally["all"] += 1
                tally[error.folder] += 1
                tally[error.folder, "caught"] += bool(caught)
                survivors += [] if caught else [error]
    print(f"\n{possible} errors can be planted; {tally['all']} were, seed {asked.seed}")
    for folder in sorted({key for key in tally if isinstance(key, str) and key != "all"}):
        print(f"{folder:14} {tally[folder, 'caught']:3} of {tally[folder]:3} caught")
    for error in survivors:
        print("survived:", error)
    kept = 1 - len(survivors) / max(1, tally["all"])
    print(f"{kept:.0%} were caught; {ENOUGH:.0%} are asked for")
    return 0 if kept >= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
