#!/usr/bin/env python3
"""Puts the pages of the site together: stage.py PROGRAM OUT writes OUT/source, which Sphinx reads (see scripts/docs).

Pages stand in the repository where people look for them; places() says where each is in the site. Links between them are turned
accordingly, and links to files that are no pages become plain text. The reference of the command line, that of R and the
gallery are made here: from `scpp COMMAND --help`, from r/man and by running examples/*.py. An example runs again when its text or
the library has changed.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.M | re.S)


def places():
    """Where pages and pictures of the repository stand in the site."""
    found = {path: path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*") if path.suffix in (".md", ".png", ".svg")}
    notes = ROOT / "research" / "notes"
    found |= {path: Path("notes") / path.relative_to(notes) for path in notes.rglob("*") if path.suffix in (".md", ".png", ".svg")}
    found |= {ROOT / name: Path(name.lower()) for name in ("CHANGELOG.md", "HACKING.md", "CITATION.cff")}
    found |= {ROOT / "r" / "README.md": Path("r-package.md")}
    return found | {path: Path("gallery") / f"{path.stem}.md" for path in (ROOT / "examples").glob("*.py")}


def outside_code(text, change):
    """The text with what is no code changed."""
    parts, at = [], 0
    for code in CODE.finditer(text):
        parts += [change(text[at : code.start()]), code.group(0)]
        at = code.end()
    return "".join(parts) + change(text[at:])


def relinked(text, page, place):
    """A page with its links turned to where things are in the site."""
    here = place[page].parent

    def turned(link):
        picture, words, target = link.groups()
        name, _, anchor = target.partition("#")
        if not name or "://" in name:
            return link.group(0)
        there = place.get((page.parent / name).resolve())
        if there is None:
            return words  # a file of the repository that is no page
        relative = os.path.relpath(there, here)
        return f"{picture}[{words}]({relative}{'#' + anchor if anchor else ''})"

    return LINK.sub(turned, text)


def write(path, text):
    """Writes what has changed, so that Sphinx reads only that again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def copy_pages(source, place):
    for page, there in place.items():
        target = source / there
        if page.suffix == ".md":
            write(target, relinked(page.read_text(), page, place))
        elif page.suffix != ".py":
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(page, target)


# ---- the command line


def definition(lines):
    """`--name VALUE   what it does`, continued on further lines, as a term and its definition."""
    term, _, sentence = lines[0].strip().partition("  ")
    sentence = " ".join([sentence.strip(), *(line.strip() for line in lines[1:])])
    return f"`{term}`\n: {escaped(sentence)}\n"


def escaped(sentence):
    return re.sub(r"([\\*_<>`|#\[\]$])", r"\\\1", sentence)


def definitions(lines):
    """Lines of a section of the help as definitions: one begins where the indentation is two blanks."""
    groups = []
    for line in lines:
        if re.match(r"  \S", line):
            groups.append([line])
        elif line.strip():
            groups[-1].append(line)
    return "\n".join(definition(group) for group in groups)


def command_page(name, text):
    """The help of a command as a page."""
    sections = re.split(r"^(?=[A-Z][^\n]*$)", text, flags=re.M)
    sentence, usage = sections[1].strip(), sections[2].split("\n")
    parts = [f"# scpp {name}\n", f"{escaped(sentence)}\n", f"```text\n{usage[1].strip()}\n```\n", definitions(usage[2:])]
    for section in sections[3:]:
        title, *lines = section.rstrip().split("\n")
        if title == "Examples":
            parts.append("## Examples\n\n```text\n" + "\n".join(line[2:] for line in lines) + "\n```\n")
        else:
            parts.append(f"## {title}\n\n{definitions(lines)}")
    return "\n".join(parts)


def command_pages(program, folder):
    def printed(*words):
        return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout

    general = printed("--help")
    commands = re.findall(r"^  (\S+) {2,}(\S.*)$", general.partition("Commands\n")[2].partition("\n\n")[0], re.M)
    index = ["# Commands\n", "From the program's own help, `scpp COMMAND --help`. How to use them: [the command line](../../cli.md).\n"]
    index += [f"- [scpp {name}]({name}.md): {escaped(what)}" for name, what in commands]
    index += ["\nExit codes: " + re.search(r"Exit codes: (.*)", general).group(1) + "\n"]
    index += ["```{toctree}\n:hidden:\n", *(name for name, _ in commands), "```\n"]
    write(folder / "index.md", "\n".join(index))
    for name, _ in commands:
        write(folder / f"{name}.md", command_page(name, printed(name, "--help")))


# ---- C++


def cpp_directives(header, xml):
    """What a header declares in namespace scpp, each as the directive that shows doxygen's words for it."""
    for inner in ElementTree.parse(xml / f"{header.name.replace('_', '__').replace('.', '_8')}.xml").iter("innerclass"):
        kind = "class" if inner.get("refid").startswith("class") else "struct"
        if inner.text.count("::") == 1:
            yield f".. doxygen{kind}:: {inner.text}\n   :members:\n   :undoc-members:\n"
    members = list(ElementTree.parse(xml / "namespacescpp.xml").iter("memberdef"))
    names = [member.findtext("name") for member in members]
    for member in members:
        if member.find("location").get("file") != f"scpp/{header.name}":
            continue
        kind, name = member.get("kind"), member.findtext("name")
        types = ["".join(parameter.find("type").itertext()) for parameter in member.findall("param")]
        overload = f"({', '.join(types)})" if kind == "function" and names.count(name) > 1 else ""
        yield f".. doxygen{kind}:: scpp::{name}{overload}\n"


def cpp_page(page, xml):
    """The reference of C++: a header's name becomes all that it declares."""
    def shown(block):
        return "```{eval-rst}\n" + "\n".join(cpp_directives(Path(block.group(1)), xml)) + "```"

    write(page, re.sub(r"```\{header\} (\S+)\n```", shown, (ROOT / "docs" / "reference" / "cpp.md").read_text()))


# ---- R


def r_page(path):
    """The help pages of the R package, as R itself renders them."""
    parts = ["# R functions\n", "From the help pages of the package. How to use them: [scpp in R](../r.md).\n"]
    for page in sorted((ROOT / "r" / "man").glob("*.Rd")):
        text = page.read_text()
        title = re.search(r"\\title\{(.*?)\}", text, re.S).group(1).strip()
        call = f'tools::Rd2HTML("{page}", dynamic = FALSE, stages = c("build", "install", "render"))'
        html = subprocess.run(["Rscript", "-e", call], check=True, capture_output=True, text=True).stdout
        body = html.partition("</h2>")[2].partition("</body>")[0]
        body = re.sub(r"<(/?)h3", r"<\1h4", body.replace("</div>", ""))
        body = re.sub(r"<a href=[^>]*>(.*?)</a>", r"\1", body, flags=re.S)  # to pages of R's own help system
        body = re.sub(r' (id|summary|valign)=("[^"]*"|\'[^\']*\')', "", body)
        parts.append(f"## {page.stem}: {escaped(title)}\n\n```{{raw}} html\n<div class=\"rd\">{body}</div>\n```\n")
    write(path, "\n".join(parts))


# ---- the gallery


def run_example(script, cache, key):
    """What an example prints and draws, from the cache if neither it nor the library has changed."""
    folder = cache / hashlib.sha256(script.read_bytes() + key).hexdigest()[:16]
    if not folder.exists():
        fresh = folder.with_suffix(".unfinished")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        environment = dict(os.environ, MPLBACKEND="Agg", PYTHONPATH=str(cache.parent / "python"), PYTHONDONTWRITEBYTECODE="1")
        done = subprocess.run([sys.executable, script], cwd=fresh, env=environment, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{script} failed:\n{done.stderr}")
        (fresh / "output.txt").write_text(done.stdout)
        fresh.rename(folder)
    return (folder / "output.txt").read_text(), folder / f"{script.stem}.png"


def example_page(script, output):
    text = script.read_text()
    docstring, code = re.match(r'"""(.*?)"""\n+(.*)', text, re.S).groups()
    title, _, more = docstring.strip().partition("\n")
    alternative = title.rstrip(".")
    return (
        f"# {script.stem.replace('_', ' ').capitalize()}\n\n{title}\n\n{more.strip()}\n\n![{alternative}]({script.stem}.png)\n\n"
        f"```python\n{code}```\n\nIt prints\n\n```text\n{output}```\n\nThe script is `examples/{script.name}`.\n"
    )


def gallery(source, cache, key):
    cards = []
    for script in sorted((ROOT / "examples").glob("*.py")):
        output, picture = run_example(script, cache, key)
        page = source / "gallery" / f"{script.stem}.md"
        write(page, example_page(script, output))
        shutil.copy2(picture, page.parent)
        title = script.read_text().split('"""')[1].strip().split("\n")[0]
        name = script.stem.replace("_", " ").capitalize()
        cards.append(
            f'<li><a href="gallery/{script.stem}.html"><img src="_images/{script.stem}.png" alt="" loading="lazy"/>'
            f"<strong>{name}</strong></a><span>{title}</span></li>"
        )
    page = source / "gallery.md"
    intro = page.read_text().partition("\n- ")[0]
    listing = "\n".join(f"gallery/{script.stem}" for script in sorted((ROOT / "examples").glob("*.py")))
    cards_html = '<ul class="gallery">\n' + "\n".join(cards) + "\n</ul>"
    write(page, f"{intro}\n```{{raw}} html\n{cards_html}\n```\n\n```{{toctree}}\n:hidden:\n\n{listing}\n```\n")


def main():
    program, out = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    source = out / "source"
    place = places()
    copy_pages(source, place)
    command_pages(program, source / "reference" / "commands")
    cpp_page(source / "reference" / "cpp.md", out / "doxygen" / "xml")
    r_page(source / "reference" / "r.md")
    package = out / "python" / "scpp"
    key = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(package.rglob("*")) if path.suffix in (".py", ".so"))).digest()
    gallery(source, out / "examples", key)
    wanted = {source / there for there in place.values()}
    made = {source / "reference" / "r.md", *(source / "reference" / "commands").iterdir(), *(source / "gallery").iterdir()}
    for page in source.rglob("*.md"):
        if page not in wanted | made:
            page.unlink()  # of an earlier run


if __name__ == "__main__":
    main()
