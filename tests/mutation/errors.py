"""Errors that can be planted: plain operators on the lines of a folder - arithmetic, comparisons, logic, constants, dropped
statements."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

# What the page computes. The rest of web/src paints, which is looked at.
PAGE_LOGIC = ("colours", "density", "format", "palette", "plane", "report", "rotation", "scores", "state", "tree_layout", "words")

SWAPS = [(" + ", " - "), (" - ", " + "), (" * ", " / "), (" / ", " * "), (" += ", " -= "), (" -= ", " += "), (" < ", " <= "),
         (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "), (" && ", " || "), (" || ", " && "),
         (" === ", " !== "), (" !== ", " === "), (" and ", " or "), (" or ", " and "), ("std::min(", "std::max("),
         ("std::max(", "std::min("), ("Math.min(", "Math.max("), ("Math.max(", "Math.min("), ("true", "false"), ("false", "true"),
         ("True", "False"), ("False", "True"), ("return !", "return "), ("if (!", "if (")]
NUMBER = re.compile(r"(?<![\w.\"'])(\d+(?:\.\d*)?(?:e-?\d+)?)(?![\w.\"'])")
STATEMENT = re.compile(r"^\s+[A-Za-z_][\w.\->\[\]:]*(\(.*\)| [-+*/|]?= .*);$")
PYTHON_STATEMENT = re.compile(r"^\s+[a-z_][\w.\[\]]*(\(.*\)| [-+*/|]?= .*)$")
NOT_CODE = re.compile(r"^\s*(//|#|/?\*|using |template|static_assert|assert|namespace|import |from |\"\"\"|@|def |class |struct |"
                      r"export (type|interface)|interface |type )")


def without_texts(line):
    """Of the same length, with text in quotes and comments blotted out."""
    blotted = re.sub(r'"(?:\\.|[^"\\])*"|`[^`]*`', lambda text: '"' + "~" * (len(text[0]) - 2) + '"', line)
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


class Gone(Exception):
    """The line is no longer there."""


class Error:
    def __init__(self, path, number, line, error):
        self.path, self.number, self.line, self.error = pathlib.Path(path), number, line, error
        parts = self.path.parts
        self.folder = "/".join(parts[:2]) if parts[0] in ("src", "python", "web") else parts[0]

    def text(self):
        lines = (ROOT / self.path).read_text().split("\n")
        if self.line not in lines:
            raise Gone
        # The file may have been changed since the error was drawn.
        at = min((i for i, line in enumerate(lines) if line == self.line), key=lambda i: abs(i - self.number))
        lines[at] = self.error
        return "\n".join(lines)

    def __str__(self):
        return f"{self.path}:{self.number + 1}: {self.line.strip()}  =>  {self.error.strip() or '(dropped)'}"


def may_be_changed(path):
    if path.suffix == ".ts":
        return path.stem in PAGE_LOGIC
    return path.suffix in (".cpp", ".hpp", ".py") and path.name != "__init__.py"


def all_errors(folder):
    for path in sorted((ROOT / folder).rglob("*")):
        if not may_be_changed(path):
            continue
        quoted = False
        for number, line in enumerate(path.read_text().split("\n")):
            quoted ^= line.count('"""') % 2 == 1
            if not quoted and '"""' not in line and not NOT_CODE.match(line):
                for error in changes_of(line, path.suffix == ".py"):
                    yield Error(path.relative_to(ROOT), number, line, error)
