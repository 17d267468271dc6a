"""What the tests of the command line share. The program under test is named by SCPP_PROGRAM."""
import os
import random
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["SCPP_PROGRAM"]
# A sanitizer maps more than a limit allows; under a limit of file sizes counters of lines cannot be written and say so.
LIMITED = unittest.skipIf("SCPP_SANITIZED" in os.environ, "limits are for the build that ships")


class Case(unittest.TestCase):
    """A test with a scratch folder of its own."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def scpp(self, *arguments, code=0):
        """Standard output and standard error of a run that must end with `code`."""
        done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=300)
        self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}{done.stderr}")
        return done.stdout, done.stderr


def clouds(rows, columns, clusters, seed=1):
    """Rows of `clusters` clouds in turn."""
    draw = random.Random(seed)
    centres = [[draw.gauss(0, 5) for _ in range(columns)] for _ in range(clusters)]
    return [[centre + draw.gauss(0, 1) for centre in centres[row % clusters]] for row in range(rows)]


def csv_text(rows, header=None):
    lines = [",".join(header)] if header else []
    lines += [",".join("NA" if value is None else repr(value) for value in row) for row in rows]
    return "\n".join(lines) + "\n"
