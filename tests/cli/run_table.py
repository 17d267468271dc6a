#!/usr/bin/env python3
"""Runs a table of command lines: each line is `exit code: command => last lines of what it prints`, or with `==>` all
of its lines; ` / ` stands between two lines.

Lines that begin with `$ ` prepare files and must succeed; `#` begins a comment. Every command runs in a folder of its
own copy of the prepared files, so that cases cannot disturb each other. Seconds are masked as `# s`.

usage: run_table.py PROGRAM TABLE
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

CASE = re.compile(r"^(\d+): (.*?) (==?>)(?: (.*))?$")


def run(command, folder, program):
    environment = {
        "PATH": os.path.dirname(program) + ":" + os.environ["PATH"],
        "LC_ALL": "C.UTF-8",
        "HOME": folder,
    }
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    text = re.sub(r"\d+\.\d+ s\b", "# s", done.stdout.decode("utf-8", "replace"))
    return done.returncode, text.splitlines()


def leftovers(folder):
    return [name for _, _, names in os.walk(folder) for name in names if ".unfinished-" in name]


def check(line, prepared, program):
    """What is wrong with a case, or nothing."""
    code, command, how_much, sentence = CASE.match(line).groups()
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "case")
        shutil.copytree(prepared, folder)
        found_code, lines = run(command, folder, program)
        first = [0] if how_much == "==>" else range(max(len(lines) - 1, 0), -1, -1)
        found = [" / ".join(lines[i:]) for i in first]
        if str(found_code) != code or (sentence or "") not in found:
            return f"{command}\n  expected {code}: {sentence}\n  found    {found_code}: {found[0]}"
        if leftovers(folder):
            return f"{command}\n  left {leftovers(folder)}"
    return None


def main():
    program, table = map(os.path.abspath, sys.argv[1:3])
    cases, faults = 0, []
    with tempfile.TemporaryDirectory() as prepared, open(table, encoding="utf-8") as lines:
        for line in map(str.rstrip, lines):
            if line.startswith("$ "):
                code, lines_printed = run(line[2:], prepared, program)
                if code != 0:
                    sys.exit(f"preparing failed: {line}\n" + "\n".join(lines_printed))
            elif CASE.match(line):
                cases += 1
                faults += filter(None, [check(line, prepared, program)])
            elif line and not line.startswith("#"):
                sys.exit(f"not a case: {line}")
    print("\n".join(faults))
    print(f"{cases} cases, {len(faults)} at fault")
    sys.exit(1 if faults or cases == 0 else 0)


if __name__ == "__main__":
    main()
