#!/usr/bin/env python3
"""The program of docs/cpp.md as files: write_program.py PAGE FOLDER writes its CMakeLists.txt and groups.cpp."""

import re
import sys
from pathlib import Path

page, folder = Path(sys.argv[1]).read_text(), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
for kind, name in (("cmake", "CMakeLists.txt"), ("cpp", "groups.cpp")):
    (folder / name).write_text(re.search(rf"^```{kind}\n(.*?)^```", page, re.M | re.S).group(1))
