"""Plants the errors of planted.txt one at a time and sees whether the tests notice: run.py BUILD [word...]

Only the changed file is compiled (a header: the files of its folder that include it); its object goes before the
library when the test program is linked again. BUILD is a finished build tree; it is not changed. With words, only the
errors whose line holds one of them are planted."""
import concurrent.futures
import json
import os
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
LINE = re.compile(r"^(\S+): (.*?) =>(?: (.*?))?  \[(.*)\]$")


def limit_cpu():
    """An error may make a search endless. The clock on the wall would blame a busy machine."""
    resource.setrlimit(resource.RLIMIT_CPU, (600, 600))


class Planted:
    def __init__(self, line):
        found = LINE.match(line)
        if not found:
            sys.exit(f"this line cannot be read: {line}")
        self.line = line
        self.file = found[1]
        self.original, self.error = (text.replace("\\n", "\n") for text in (found[2], found[3] or ""))
        self.tests = found[4].split()

    def text(self):
        with open(f"{ROOT}/src/{self.file}") as file:
            text = file.read()
        if text.count(self.original) != 1:
            sys.exit(f"src/{self.file} holds this {text.count(self.original)} times instead of once: {self.original}")
        return text.replace(self.original, self.error)


class Mutant:
    """One planted error, compiled and linked in a scratch folder."""

    def __init__(self, planted, build, scratch):
        self.planted, self.build, self.scratch = planted, build, scratch
        self.folder = os.path.join(scratch, os.path.dirname(planted.file))
        os.makedirs(self.folder)
        self.copy = os.path.join(scratch, planted.file)
        with open(self.copy, "w") as file:
            file.write(planted.text())

    def sources(self):
        """Files to compile again, with the path of the source the compiler is to read."""
        if self.planted.file.endswith(".cpp"):
            return {f"{ROOT}/src/{self.planted.file}": self.copy}
        name = f'#include "{self.planted.file}"'
        changed, again = {}, [name]
        for folder, _, files in os.walk(f"{ROOT}/src"):
            for file in files:
                path = os.path.join(folder, file)
                with open(path) as text:
                    content = text.read()
                if file.endswith(".hpp") and name in content:  # one level of headers between is enough here
                    again.append(f'#include "{os.path.relpath(path, ROOT + "/src")}"')
        for folder, _, files in os.walk(f"{ROOT}/src"):
            for file in files:
                path = os.path.join(folder, file)
                if file.endswith(".cpp"):
                    with open(path) as text:
                        content = text.read()
                    if any(line in content for line in again):
                        changed[path] = path
        return changed

    def objects(self):
        with open(f"{self.build}/compile_commands.json") as file:
            commands = json.load(file)
        made = []
        for source, read in self.sources().items():
            for entry in commands:
                if os.path.realpath(entry["file"]) != os.path.realpath(source):
                    continue
                words = shlex.split(entry["command"])
                target = os.path.join(self.scratch, f"{len(made)}.o")
                words[words.index("-o") + 1] = target
                words[words.index(entry["file"])] = read
                # The scratch folder first, so that a changed header is met before the real one. An error may leave a
                # variable unused, which is no matter of warnings here.
                words[-1:-1] = ["-O1", "-w", "-I", self.scratch]
                first = next(i for i, word in enumerate(words) if word.startswith("-I"))
                words.insert(first, f"-I{self.scratch}")
                if subprocess.run(words, cwd=entry["directory"], capture_output=True).returncode:
                    raise RuntimeError(f"this does not compile: {self.planted.line}")
                made.append(target)
        return made

    def link(self, test, objects):
        lines = subprocess.run(["ninja", "-t", "commands", f"test_{test}"], cwd=self.build, capture_output=True,
                               text=True, check=True).stdout.splitlines()
        words = shlex.split(lines[-1].split(" && ")[1])
        program = os.path.join(self.scratch, f"test_{test}")
        words[words.index("-o") + 1] = program
        library = next(i for i, word in enumerate(words) if word.endswith("libscpp.a"))
        subprocess.run(words[:library] + objects + words[library:], cwd=self.build, check=True)
        return program

    def caught_by(self):
        """The test that failed first, or None."""
        objects = self.objects()
        for test in self.planted.tests:
            program = self.link(test, objects)
            command = [program, "--gtest_brief=1", "--gtest_fail_fast"]
            done = subprocess.run(command, capture_output=True, text=True, cwd=self.scratch, preexec_fn=limit_cpu)
            if done.returncode == -signal.SIGXCPU:
                return f"test_{test} does not end"
            if done.returncode:
                failed = re.search(r"\[  FAILED  \] (\S+?),? ", done.stdout)
                return failed[1] if failed else f"test_{test} ends with {done.returncode}"
        return None


def is_noticed(error, build):
    with tempfile.TemporaryDirectory() as scratch:
        caught = Mutant(error, build, scratch).caught_by()
    print(f"{'caught  ' if caught else 'SURVIVED'} {error.line}  {caught or ''}", flush=True)
    return caught is not None


def main():
    build, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    with open(f"{HERE}/planted.txt") as file:
        lines = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
    errors = [Planted(line) for line in lines if not words or any(word in line for word in words)]
    if not errors:
        sys.exit(f"no planted error has {' or '.join(words)} in its line")
    for error in errors:
        error.text()  # a list that has grown stale is told before the work
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        noticed = list(pool.map(lambda error: is_noticed(error, build), errors))
    print(f"{sum(noticed)} of {len(errors)} planted errors were caught")
    return 0 if all(noticed) else 1


if __name__ == "__main__":
    sys.exit(main())
