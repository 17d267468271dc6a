"""What must hold of the pages in docs/ and of README.md; each check gives sentences about what does not."""

import ast
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(\S*)[^\n]*\n(.*?)^\1```", re.M | re.S)
MARK = re.compile(r"<!-- not run: \S[^\n]* -->\n\Z")
CODE = ("console", "sh", "python", "r", "cpp", "cmake")
RUN_AS = {"sh": "console"}
PLAIN = ("text", "{toctree}", "{eval-rst}", "{header}")  # what programs print, and what Sphinx reads


def pages(root=ROOT):
    """Path from the root, and text."""
    found = [root / "README.md", root / "r" / "README.md", *sorted((root / "docs").rglob("*.md"))]
    return {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in found if path.exists()}


def executed(root=ROOT):
    """Pairs of a kind of block and a page that are run by a test."""
    lines = (root / "tests" / "docs" / "executed.txt").read_text().splitlines()
    return {tuple(line.split()) for line in lines if line and not line.startswith("#")}


# ---- blocks of code


def unexecuted_blocks(name, text, run):
    """Blocks of code that no test runs and that do not say why."""
    for block in FENCE.finditer(text):
        indent, kind, _ = block.groups()
        line = text.count("\n", 0, block.start()) + 1
        if kind in PLAIN or MARK.search(text[: block.start()]):
            continue
        if kind not in CODE:
            yield f"{name}, line {line}: a block of {kind or 'no language'}; say which, or text for what is no code"
        elif indent or (RUN_AS.get(kind, kind), name) not in run:  # what stands within a list is run by nobody
            yield f"{name}, line {line}: no test runs this block; add the page to executed.txt or <!-- not run: REASON --> before it"
    outside = FENCE.sub("", text)
    for indented in re.findall(r"(?<=\n\n) {4}\S[^\n]*", outside):
        yield f"{name}: code by indentation, '{indented.strip()[:40]}'; put it between ``` lines"


def doctests_have_prompts(name, text):
    """A python block that a doctest is to run must have something that a doctest runs."""
    for block in FENCE.finditer(text):
        if block.group(2) == "python" and not MARK.search(text[: block.start()]) and ">>> " not in block.group(3):
            yield f"{name}: a python block without >>> is not run"


# ---- links


def anchor(title):
    """The anchor of a heading, as GitHub and Sphinx make it."""
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def anchors(text):
    return {anchor(title) for title in re.findall(r"^#+ (.*)$", FENCE.sub("", text), re.M)}


def broken_links(name, text, root=ROOT):
    """Links to files that are not there, or to headings that they do not have."""
    prose = re.sub(r"`[^`\n]*`", "", FENCE.sub("", text))
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        path, _, heading = target.partition("#")
        if "://" in path:
            continue
        there = (root / name).parent / path if path else root / name
        made = "reference/commands" in path or path.endswith("reference/r.md")  # by docs/site/stage.py
        if not there.exists() and not made:
            yield f"{name}: there is no {target}"
        elif heading and there.suffix == ".md" and heading not in anchors(there.read_text(encoding="utf-8") if path else text):
            yield f"{name}: {path or name} has no heading for #{heading}"


# ---- names


def help_options(program):
    """Every option that the help of any command lists."""
    def printed(*words):
        return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout

    listing = printed("--help").partition("Commands\n")[2].partition("\n\n")[0]
    commands = re.findall(r"^  (\S+) ", listing, re.M)
    return {option for command in commands for option in re.findall(r"^  (?:-\w, )?(--[\w-]+)", printed(command, "--help"), re.M)}


def unnamed_options(options, texts):
    """Options that no page names."""
    named = set(re.findall(r"--[a-z][\w-]*", "\n".join(texts)))
    return [f"no page names the option {option}" for option in sorted(options - named)]


def python_names(root=ROOT):
    """Public names of the package: what __all__ says, and public methods of its classes."""
    sources = root / "python" / "src" / "scpp"
    classes = {}
    for path in sources.glob("*.py"):
        for here in ast.parse(path.read_text()).body:
            if isinstance(here, ast.ClassDef):
                classes[here.name] = here
    for name in ast.literal_eval(re.search(r"__all__ = (\[.*?\])", (sources / "__init__.py").read_text(), re.S).group(1)):
        if name != "metrics":
            yield f"scpp.{name}"
        yield from (f"scpp.{name}.{method}" for method in methods(classes, name))
    for module in ("metrics", "anndata"):
        for here in ast.parse((sources / f"{module}.py").read_text()).body:
            if isinstance(here, ast.FunctionDef) and not here.name.startswith("_"):
                yield f"scpp.{module}.{here.name}"
    yield "scpp.dask.SCPP"


def methods(classes, name):
    """Public methods of a class and of those of its bases that are ours."""
    here = classes.get(name)
    if here is None:
        return
    for base in here.bases:
        yield from methods(classes, getattr(base, "id", ""))
    yield from (part.name for part in here.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"))


def cpp_names(root=ROOT):
    """Names that the public headers declare at the top of namespace scpp."""
    for header in sorted((root / "include" / "scpp").glob("*.hpp")):
        text = re.sub(r"//[^\n]*", "", header.read_text())
        yield from re.findall(r"^(?:struct|class|enum class) (\w+)\b(?! *;)", text, re.M)
        yield from re.findall(r"^using (\w+) =", text, re.M)
        others = "using|struct|class|enum|template|namespace|inline constexpr|#"
        yield from re.findall(rf"^(?!{others})[A-Za-z][\w:<>,&* ]*?[ &*](\w+)\(", text, re.M)
        for constants in re.findall(r"^inline constexpr \w+ ([^;]*);", text, re.M):
            yield from re.findall(r"(\w+) =", constants)


def unlisted_python_names(root=ROOT):
    """Names of __all__ that the reference does not show."""
    page = (root / "docs" / "reference" / "python.md").read_text()
    package = root / "python" / "src" / "scpp"
    for name in ast.literal_eval(re.search(r"__all__ = (\[.*?\])", (package / "__init__.py").read_text(), re.S).group(1)):
        if not re.search(rf"^\.\. auto\w+:: scpp\.{name}$", page, re.M):
            yield f"docs/reference/python.md has no directive for scpp.{name}"
    for name in sorted({name.split(".")[2] for name in python_names(root) if name.count(".") == 2} - with_examples(package)):
        if not re.search(rf"^(>>>|\.\.\.) .*\b{name}\b", page, re.M):
            yield f"docs/reference/python.md has no example of {name}"


def with_examples(package):
    """Functions and methods that have an example in their docstring."""
    for_all = (here for path in package.rglob("*.py") for here in ast.walk(ast.parse(path.read_text())))
    return {here.name for here in for_all if isinstance(here, ast.FunctionDef) and ">>>" in (ast.get_docstring(here) or "")}


def unlisted_headers(root=ROOT):
    """Public headers that the reference does not show."""
    page = (root / "docs" / "reference" / "cpp.md").read_text()
    for header in sorted((root / "include" / "scpp").glob("*.hpp")):
        if header.name != "scpp.hpp" and f"{{header}} scpp/{header.name}\n" not in page:
            yield f"docs/reference/cpp.md does not show scpp/{header.name}"


def unlisted_examples(root=ROOT):
    """Examples that the gallery does not list."""
    page = (root / "docs" / "gallery.md").read_text()
    for example in sorted((root / "examples").glob("*.py")):
        if f"(../examples/{example.name})" not in page:
            yield f"docs/gallery.md does not list examples/{example.name}"


def unreachable_pages(root=ROOT):
    """Pages that no list of contents leads to."""
    listed = set()
    for page in (root / "docs" / "index.md", root / "docs" / "lab.md"):
        for block in re.findall(r"^```\{toctree\}\n(.*?)^```", page.read_text(), re.M | re.S):
            listed |= set(block.split())
    for page in sorted((root / "docs").rglob("*.md")):
        name = str(page.relative_to(root / "docs").with_suffix(""))
        if name not in listed | {"index"}:
            yield f"docs/index.md does not lead to docs/{name}.md"
