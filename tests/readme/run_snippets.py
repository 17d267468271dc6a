#!/usr/bin/env python3
"""Runs every shell command shown in a document and compares what it prints with what the document shows.

In a block of ```console a line that begins with `$ ` is a command, and the lines up to the next one are its output
(standard output and standard error together). A block of ```sh holds commands whose output is not shown; they must
succeed. All commands of a document run one after another in one scratch folder, in which `scripts` is that of the
project and `scpp` is the program under test.

    <!-- not run: REASON -->   before a block: it is not run
    ...                        a line of shown output that stands for any lines
    0.42 s                     seconds may differ, and with them the blanks in front

With --update the document is rewritten with what the commands print now.

usage: run_snippets.py PROGRAM PROJECT DOCUMENT [--update]
"""
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"(<!-- not run: [^\n]* -->\n)?^```(console|sh)\n(.*?)^```", re.M | re.S)


def snippets(text):
    """Pairs of a command and the lines it should print (None: anything)."""
    for not_run, kind, body in BLOCK.findall(text):
        if not_run:
            continue
        if kind == "sh":
            yield body, None
            continue
        for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
            command, *output = part.rstrip("\n").split("\n")
            yield command, output


def masked(line):
    return re.sub(r"\s*\b\d+\.\d+ s\b", " # s", line).rstrip()


def matches(shown, printed):
    """Lines against lines; `...` stands for any number of them."""
    if not shown:
        return not printed
    if shown[0].strip() == "...":
        return any(matches(shown[1:], printed[skip:]) for skip in range(len(printed) + 1))
    return bool(printed) and masked(shown[0]) == masked(printed[0]) and matches(shown[1:], printed[1:])


def run(command, folder, program):
    # /usr/bin first: `python3` is Debian's, which has the packages of scripts/setup
    environment = dict(os.environ, PATH=os.path.dirname(program) + ":/usr/bin:" + os.environ["PATH"], LC_ALL="C.UTF-8",
                       HOME=folder, SCPP_PROGRAM=program)
    return subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def updated(text, folder, program):
    """The document with what its commands print now."""

    def filled(block):
        not_run, kind, body = block.groups()
        if not_run or kind == "sh":
            if not not_run:
                run(body, folder, program)
            return block.group(0)
        commands = re.findall(r"^\$ (.*)$", body, re.M)
        return "```console\n" + "".join(f"$ {line}\n{run(line, folder, program).stdout}" for line in commands) + "```"

    return BLOCK.sub(filled, text)


def check(text, folder, program):
    """How many commands there are and how many print something else."""
    count, faults = 0, 0
    for command, shown in snippets(text):
        count += 1
        done = run(command, folder, program)
        printed = done.stdout.rstrip("\n").split("\n") if done.stdout else []
        failed = shown is None and done.returncode != 0
        if failed or (shown is not None and not matches(shown, printed)):
            faults += 1
            print(f"$ {command}\n(exit code {done.returncode})\n{done.stdout}")
    return count, faults


def main():
    program, project, document = map(os.path.abspath, sys.argv[1:4])
    with open(document, encoding="utf-8") as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.join(project, "scripts"), os.path.join(folder, "scripts"))
        if sys.argv[4:] == ["--update"]:
            new_text = updated(text, folder, program)
            with open(document, "w", encoding="utf-8") as file:
                file.write(new_text)
            return
        count, faults = check(text, folder, program)
    print(f"{count} commands, {faults} at fault")
    sys.exit(1 if faults or count == 0 else 0)


if __name__ == "__main__":
    main()
