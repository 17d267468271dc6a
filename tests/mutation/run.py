"""Plants errors drawn by lot and sees whether the nearest tests notice: run.py BUILD [--count N] [--seed N] [folder...]

Plain operators on lines: arithmetic, comparisons, logic, constants, dropped statements. BUILD is a finished build tree; it is not
changed: only the changed file is compiled (a header: the files that include it), and its object goes before the libraries when a
test program is linked again. Tests that take long come last, or with --quick not at all. With --results FILE what came of every
error is kept and a run that was broken off goes on; --again plants the survivors of that file once more. Ends with the kill rate
of every folder and the survivors."""
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
import threading

from errors import ROOT, Error, Gone, all_errors

INSTALLED = "python_env/lib/python*/site-packages/scpp"  # of the build tree

MAKING = threading.Lock()  # what is made once for all errors
# Seconds: the tests of a program that take no longer together, the fastest first, are its quick ones. Those of an error's own
# folder may take longer than others.
QUICK, OWN_QUICK = 1.5, 8.0

# ---- which tests are near

ROOMS = ["base", "data", "micro", "graph", "spectral", "optim", "split", "tree", "model", "fit"]
PROGRAMS = [*ROOMS, "io", "report", "laws"]  # of tests by gtest
TABLE = "cli/run_table.py PROGRAM tests/cli"
SCRIPTS = {
    "oracle": ["oracle/oracle_test.py -f"],
    "cli": [f"{TABLE}/odd_files.txt", f"{TABLE}/bad_inputs.txt", "cli/formats_test.py -f", "cli/columns_test.py -f"],
    "blocks": ["cli/memory_test.py -f", "faults/blocks_test.py -f"],
}
CPP_TESTS = {
    **{f"src/{room}": [room, "laws", "oracle"] for room in ROOMS},
    "src/base": ["base", "io", "laws", "cli"], "src/optim": ["optim", "split", "laws"], "src/fit": ["fit", "laws", "cli", "blocks"],
    "src/model": ["model", "tree", "laws", "oracle"], "io": ["io", "cli", "blocks"], "report": ["report", "oracle"],
}
PYTHON_TESTS = {
    "_describe": "describe", "_edits": "report tree", "_files": "files", "_fitted": "describe fit", "_html": "report confidence",
    "_options": "parameters fit", "_pictures": "plots", "_plot": "plots", "_plot_clusters": "plots", "_progress": "fit",
    "_projection": "fit", "_rows": "pandas inputs", "_scpp": "parameters tree fit", "_tree": "tree", "_validation": "fit inputs",
    "anndata": "anndata", "metrics": "metrics",
    "dask/_blocks": "dask_estimator dask", "dask/_checkpoint": "dask", "dask/_cluster": "dask dask_command",
    "dask/_command": "dask_command", "dask/_estimator": "dask_estimator", "dask/_files": "dask dask_command", "dask/_fit": "dask",
    "dask/_label_files": "dask_command", "dask/_outputs": "dask_command", "dask/_signals": "dask_command",
    "dask/_tasks": "dask_estimator dask",
}
FOLDERS = [*CPP_TESTS, "python/src", "web/src"]

# ---- one error

def limit(seconds):
    """An error may make a search endless, or what it keeps. The clock on the wall would blame a busy machine."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))


def first_failure(command, where, seconds=400, **environment):
    """The name of a test that fails, None where all pass. `seconds` of CPU are far more than they need."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=where, preexec_fn=lambda: limit(int(seconds)),
                              errors="replace", timeout=20 * seconds,
                              env={**os.environ, "TMPDIR": where, "TEST_TMPDIR": where, **environment})
    except subprocess.TimeoutExpired:
        return f"{os.path.basename(command[0])} does not end"
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"{os.path.basename(command[0])} does not end"
    if not done.returncode:
        return None
    failed = re.search(r"\[  FAILED  \] (\S+?),? |^FAILED (\S+)|^(?:FAIL|ERROR): (\S+)|^not ok \d+ - (.*)",
                       done.stdout + done.stderr, re.M)
    return next((name for name in failed.groups() if name), "") if failed else f"ends with {done.returncode}"


class Stillborn(Exception):
    """It does not compile."""


def quick_and_slow(build, test, limit_of_quick):
    """Filters for the quick tests of a program and the others, with the seconds that they take where nothing is wrong."""
    program = next(path for path in pathlib.Path(build, "tests").rglob(f"test_{test}") if path.is_file())
    kept = program.with_name(f"test_{test}_times.json")
    with MAKING:
        if not kept.exists() or kept.stat().st_mtime < program.stat().st_mtime:
            subprocess.run([program, f"--gtest_output=json:{kept}", "--gtest_brief=1", "--gtest_filter=-Soak.*:*Together*"],
                           check=True, capture_output=True)
    parts = [([], 0), ([], 0)]
    suites = json.loads(kept.read_text())["testsuites"]
    for seconds, name in sorted((float(case["time"][:-1]), f"{case['classname']}.{case['name']}")
                                for suite in suites for case in suite["testsuite"]):
        i = parts[0][1] + seconds > limit_of_quick
        parts[i] = (parts[i][0] + [name], parts[i][1] + seconds)
    return [(":".join(names), seconds) for names, seconds in parts]


def linked(build, scratch, target, objects):
    """A program with these objects, each in place of another of the build tree."""
    program = os.path.join(scratch, target.replace("scpp_cli", "scpp"))
    if os.path.exists(program):
        return program
    lines = subprocess.run(["ninja", "-t", "commands", target], cwd=build, capture_output=True, text=True, check=True)
    words = shlex.split(lines.stdout.splitlines()[-1].split(" && ")[1])
    of_libraries = [made for original, made in objects.items() if original not in words and not original.startswith("tests/")]
    words = [objects.get(word, word) for word in words]
    words[words.index("-o") + 1] = program
    library = next(i for i, word in enumerate(words) if re.search(r"libscpp\w*\.a$", word))
    subprocess.run(words[:library] + of_libraries + words[library:], cwd=build, check=True, capture_output=True)
    return program


def lightly(words, entry, build):
    """The command with less optimisation, and with the assertions of the presets for development and of the standard library, which
    see an index beyond the end as their sanitizers would; its precompiled header has to be made so, too."""
    words[-1:-1] = ["-O1", "-w", "-UNDEBUG", "-D_GLIBCXX_ASSERTIONS"]
    if "-include" not in words:
        return
    at = words.index("-include") + 1
    own = os.path.join(build, words[at].replace("/", "_"))
    with MAKING:
        if not os.path.exists(own + ".gch"):
            shutil.copy(words[at], own)
            without = [word for word in words[:at - 1] + words[at + 1:] if word not in ("-MD", "-c", entry["file"])]
            without[without.index("-o") + 1] = own + ".gch"
            subprocess.run([*without, "-x", "c++-header", own], cwd=entry["directory"], check=True, capture_output=True)
    words[at] = own


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
        folders = ["src", "io", "report", f"tests/{self.error.path.parent.name}"]
        files = [path for folder in folders for path in (ROOT / folder).rglob("*.?pp")]
        for path in files:
            known[path] = set(re.findall(r'#include "(.*)"', path.read_text()))
        for name in again:  # grows
            again += [header for header in (str(path.relative_to(ROOT / "src" if path.is_relative_to(ROOT / "src") else ROOT))
                      for path in files if path.suffix == ".hpp" and name in known[path]) if header not in again]
        return {str(path): str(path) for path in files if path.suffix == ".cpp" and known[path] & set(again)}

    def objects(self):
        with open(f"{self.build}/compile_commands.json") as file:
            commands = json.load(file)
        # Kernels are compiled for several instruction sets; what bindings compile for themselves is not linked here.
        sources = {os.path.realpath(source): read for source, read in self.sources().items()}
        made = {}
        for entry in commands:
            read = sources.get(os.path.realpath(entry["file"]))
            if not read or not re.search(r"-o (src|io|report|tests)/", entry["command"]):
                continue
            words = [word for word in shlex.split(entry["command"]) if not word.endswith("ccache")]
            original, target = words[words.index("-o") + 1], os.path.join(self.scratch, f"{len(made)}.o")
            words[words.index("-o") + 1] = target
            if original.startswith("tests/"):
                words[-1:-1] = ["-w"]
            else:
                lightly(words, entry, self.build)
            words[words.index(entry["file"])] = read
            # The scratch folder first, so that a changed header is met before the real one.
            words.insert(next(i for i, word in enumerate(words) if word.startswith("-I")), f"-I{self.scratch}")
            if subprocess.run(words, cwd=entry["directory"], capture_output=True).returncode:
                raise Stillborn
            made[original] = target
        return made

    def gtests(self, test, objects, part):
        own = test == self.error.folder.split("/")[-1]
        names, seconds = quick_and_slow(self.build, test, OWN_QUICK if own else QUICK)[part]
        program = linked(self.build, self.scratch, f"test_{test}", objects)
        return names and first_failure([program, "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={names}"], self.scratch,
                                       10 + 5 * seconds)

    def script(self, line, objects):
        program = linked(self.build, self.scratch, "scpp_cli", objects)
        words = line.replace("PROGRAM", program).replace("tests/cli/", f"{ROOT}/tests/cli/").split()
        return first_failure(["/usr/bin/python3", str(ROOT / "tests" / words[0]), *words[1:]], self.scratch, SCPP_PROGRAM=program)

    def steps(self, quick):
        """Tests in the order in which they are tried: a program with a part of its tests, or a script."""
        near = CPP_TESTS[self.error.folder]
        programs, scripts = [test for test in near if test in PROGRAMS], [test for test in near if test in SCRIPTS]
        yield from ((test, 0) for test in programs)
        yield from ((test, line) for test in scripts if test != "blocks" for line in SCRIPTS[test])
        if self.error.path.parts[0] == "src":
            yield from ((test, 0) for test in PROGRAMS if test not in [*programs, "io"])
        if quick:
            return
        yield from ((test, line) for test in scripts if test == "blocks" for line in SCRIPTS[test])
        yield from ((test, 1) for test in programs)

    def caught_by(self, quick):
        objects = self.objects()
        for test, part in self.steps(quick):
            caught = self.script(part, objects) if test in SCRIPTS else self.gtests(test, objects, part)
            if caught:
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

    def caught_by(self, quick):
        name = str(self.error.path.relative_to("python/src/scpp").with_suffix(""))
        tests = [str(ROOT / f"python/tests/test_{test}.py") for test in PYTHON_TESTS[name].split()]
        return first_failure([f"{self.build}/python_env/bin/python", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests],
                             self.scratch, PYTHONPATH=self.scratch, MPLBACKEND="Agg", SCPP_CLI=f"{self.build}/apps/scpp")


class PageMutant:
    def __init__(self, error, build, scratch):
        self.error, self.scratch, self.build = error, scratch, build
        self.web = os.path.join(scratch, "web")
        shutil.copytree(ROOT / "web", self.web, ignore=shutil.ignore_patterns("node_modules", "app"))
        os.symlink(ROOT / "web/node_modules", os.path.join(self.web, "node_modules"))
        with open(os.path.join(scratch, error.path), "w") as file:
            file.write(error.text())

    def report_tool(self):
        page = os.path.join(self.scratch, "page.html")
        if subprocess.run(["node", f"{self.web}/build.mjs", page], capture_output=True).returncode:
            raise Stillborn
        source = os.path.join(self.scratch, "page.cpp")
        with open(source, "w") as file:
            file.write(f'''#include "report/page.hpp"
asm(".section .rodata\\npage: .incbin \\"{page}\\"\\npage_end: .byte 0\\n.text");
extern const char page[] asm("page"), page_end[] asm("page_end");
std::string_view scpp::report_page() {{ return {{page, std::size_t(page_end - page)}}; }}''')
        paths = [f"-I{ROOT}", f"-I{ROOT}/include", f"-I{ROOT}/src"]
        subprocess.run(["c++", "-std=c++20", *paths, "-c", source, "-o", source + ".o"], check=True)
        return linked(self.build, self.scratch, "report_tool", {"page.o": source + ".o"})

    def caught_by(self, quick):
        tool = self.report_tool()
        tests = ["rotation", "logic", "pictures"] + ([] if quick else ["views", "report", "sureness", "layout"])
        commands = [["node", str(ROOT / f"tests/web/{test}.test.mjs")] for test in tests]
        commands.append(["node", f"{self.web}/node_modules/typescript/bin/tsc", "--noEmit", "-p", self.web])
        return next(filter(None, (first_failure(command, self.scratch, SCPP_WEB=self.web, SCPP_REPORT_TOOL=tool,
                                                SCPP_CHROMIUM="/usr/bin/chromium") for command in commands)), None)


KINDS = {".py": PythonMutant, ".ts": PageMutant}


def outcome(error, build, quick):
    """What caught it, "" for nothing, None where it cannot be compiled."""
    with tempfile.TemporaryDirectory() as scratch:
        try:
            caught = KINDS.get(error.path.suffix, CppMutant)(error, build, scratch).caught_by(quick) or ""
        except Stillborn:
            return None
        except Gone:
            caught = "the line is gone"
    print(f"{'caught  ' if caught else 'SURVIVED'} {error}  [{caught}]", flush=True)
    return caught


# ---- many

class Results:
    """What came of every error, in a file if there is one."""

    def __init__(self, path):
        self.path, self.all = path, {}
        if path and os.path.exists(path):
            with open(path) as file:
                for line in map(json.loads, file):
                    error = Error(*line["error"])
                    self.all[str(error)] = (error, line["caught"])

    def add(self, error, caught):
        self.all[str(error)] = (error, caught)
        if self.path:
            with open(self.path, "a") as file:
                file.write(json.dumps({"error": [str(error.path), error.number, error.line, error.error], "caught": caught}) + "\n")

    def planted(self):
        return [(error, caught) for error, caught in self.all.values() if caught is not None]

    def survivors(self):
        return [error for error, caught in self.planted() if not caught]


def summary(results, enough):
    tally = collections.Counter()
    for error, caught in results.planted():
        tally[error.folder] += 1
        tally[error.folder, "caught"] += bool(caught)
    for folder in sorted(key for key in tally if isinstance(key, str)):
        print(f"{folder:14} {tally[folder, 'caught']:3} of {tally[folder]:3} caught")
    for error in results.survivors():
        print("survived:", error)
    kept = 1 - len(results.survivors()) / max(1, len(results.planted()))
    print(f"{kept:.0%} of {len(results.planted())} were caught; {enough:.0%} are asked for")
    return 0 if kept >= enough else 1


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("build")
    words.add_argument("folders", nargs="*", default=FOLDERS)
    words.add_argument("--count", type=int, default=60)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--quick", action="store_true")
    words.add_argument("--enough", type=float, default=0.85)  # some errors change nothing that anybody can see
    words.add_argument("--at-once", type=int, default=os.cpu_count())
    words.add_argument("--results")
    words.add_argument("--again", action="store_true")
    asked = words.parse_args()
    results = Results(asked.results)
    if asked.again:
        drawn = [error for error in results.survivors() if error.folder in asked.folders]
    else:
        drawn = [error for folder in asked.folders for error in all_errors(folder)]
        print(f"{len(drawn)} errors can be planted; {asked.count} are, seed {asked.seed}", flush=True)
        random.Random(asked.seed).shuffle(drawn)
    drawn = [error for error in drawn if asked.again or str(error) not in results.all]
    with concurrent.futures.ThreadPoolExecutor(asked.at_once) as pool:
        while drawn and (asked.again or len(results.planted()) < asked.count):
            some = [drawn.pop(0) for _ in range(min(asked.at_once, len(drawn)))]
            for error, caught in zip(some, pool.map(lambda one: outcome(one, os.path.abspath(asked.build), asked.quick), some)):
                results.add(error, caught)
    return summary(results, asked.enough)


if __name__ == "__main__":
    sys.exit(main())
