#!/usr/bin/env python3
"""Runs a command and writes its peak resident memory in kB to a file: peak.py FILE COMMAND...

A process forked from a large one begins with that one's peak; this small one stands between them."""
import resource
import subprocess
import sys

code = subprocess.call(sys.argv[2:])
with open(sys.argv[1], "w") as sink:
    sink.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss))
sys.exit(code)
