#!/usr/bin/env python3
"""Checks a built site: check_site.py HTML_FOLDER. Every link, picture and anchor inside it must exist, nothing may be fetched from
elsewhere, and every public name of Python and C++ must have its place in the reference."""

import os
import re
import sys
import zlib
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "docs"))
from pages import cpp_names, python_names  # noqa: E402 (the same names that ctest looks for)


class Page(HTMLParser):
    """The anchors of a page, and what it refers to."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.fetched = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        said = dict(attributes)
        self.anchors |= {said[name] for name in ("id", "name") if said.get(name)}
        self.links += [said[name] for name in ("href", "src") if said.get(name)]
        if tag in ("script", "img", "iframe") and said.get("src"):
            self.fetched.append(said["src"])
        if tag == "link" and said.get("rel") in ("stylesheet", "icon") and said.get("href"):
            self.fetched.append(said["href"])


def broken_links(folder):
    """Links to files or anchors that are not there, and whatever a page would fetch from elsewhere."""
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}
    for style in sorted(folder.rglob("*.css")):
        for target in re.findall(r"url\(['\"]?(?!data:|#)([^'\")]+)", style.read_text(encoding="utf-8")):
            if target.startswith("/") or "://" in target or not (style.parent / target.partition("?")[0]).exists():
                yield f"{style.relative_to(folder)} needs {target}"
    for path, page in pages.items():
        yield from (f"{path.name} fetches {source}" for source in page.fetched if urlsplit(source).netloc)
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
            anchor = unquote(parts.fragment)
            if not target.is_file():
                yield f"{path.relative_to(folder)}: no {link}"
            elif anchor and target in pages and anchor not in pages[target].anchors:
                yield f"{path.relative_to(folder)}: no anchor {link}"


# ---- names


def described(folder):
    """Names of the site's inventory, by domain."""
    packed = (folder / "objects.inv").read_bytes().split(b"\n", 4)[4]
    lines = zlib.decompress(packed).decode().splitlines()
    return {(line.split(" ")[1].split(":")[0] if ":" in line else "", re.split(r" (?=\w+:\w+ -?\d)", line)[0]) for line in lines}


def missing_names(folder):
    known = described(folder)
    python = {name for domain, name in known if domain == "py"}
    cpp = {name for domain, name in known if domain == "cpp"}
    attributes = (folder / "reference" / "python.html").read_text()  # those of fitted models stand in a list, without an entry
    for name in sorted(set(python_names()) - python):
        if not (name.endswith("_") and f"<strong>{name.split('.')[-1]}</strong>" in attributes):
            yield f"Python: {name} is not in the reference"
    for name in sorted(set(cpp_names())):
        if f"scpp::{name}" not in cpp:
            yield f"C++: {name} is not in the reference"


def main():
    folder = Path(sys.argv[1]).resolve()
    faults = sorted({*broken_links(folder), *missing_names(folder)})
    print("\n".join(faults) or f"{len(list(folder.rglob('*.html')))} pages: every link, anchor and name is there")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
