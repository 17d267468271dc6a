"""What is shown on a terminal, and that nothing of it reaches a file or a pipe."""
import fcntl
import os
import pty
import struct
import subprocess
import termios
import unittest

from harness import PROGRAM, Case, clouds, csv_text


def on_terminal(arguments, folder, **environment):
    """Exit code and everything that a run writes to a terminal of 160 columns."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 160, 0, 0))
    settings = {"PATH": os.environ["PATH"], "TERM": "xterm", "LC_ALL": "C.UTF-8", **environment}
    run = subprocess.Popen([PROGRAM, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                           env=settings)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    return run.wait(timeout=60), shown.decode()


class Terminal(Case):
    def setUp(self):
        super().setUp()
        self.write("d.csv", csv_text(clouds(90, 4, 3), ["a", "b", "c", "d"]))

    def test_progress_line(self):
        code, shown = on_terminal(["fit", "d.csv", "-k", "3"], self.folder)
        self.assertEqual(code, 0)
        self.assertRegex(shown, r"\r\x1b\[Knode 0, 90 rows, split 1 of 2, \d+ evaluations, lambda2 \S+, \d+:\d\d elapsed")
        self.assertIn("\r\x1b[Kd.csv: 90 rows", shown.replace("\r\n", "\n"))  # wiped before the answer

    def test_no_progress_when_quiet_or_not_on_a_terminal(self):
        self.assertEqual(on_terminal(["fit", "d.csv", "-k", "3", "--quiet"], self.folder), (0, ""))
        output, errors = self.scpp("fit", "d.csv", "-k", "3")
        self.assertEqual(errors, "")
        self.assertNotIn("\x1b", output)

    def test_colours_only_on_a_terminal_without_no_color(self):
        self.assertIn("\x1b[31mscpp: ", on_terminal(["fit", "nowhere.csv"], self.folder)[1])
        self.assertNotIn("\x1b", on_terminal(["fit", "nowhere.csv"], self.folder, NO_COLOR="1")[1])
        self.assertNotIn("\x1b", on_terminal(["fit", "nowhere.csv"], self.folder, TERM="dumb")[1])
        self.assertNotIn("\x1b", self.scpp("fit", "nowhere.csv", code=1)[1])

    def test_verbose_tells_every_split(self):
        _, errors = self.scpp("fit", "d.csv", "-k", "3", "--verbose")
        self.assertRegex(errors, r"^split 1 of 2: node 0, 90 rows, .*\nsplit 2 of 2: node \d, \d+ rows, .*\n$")

    def test_pictures_fall_back_to_ascii(self):
        self.scpp("fit", "d.csv", "-k", "3", "--model", "m.scpp")
        for locale, ascii_only in [("C", True), ("C.UTF-8", False)]:
            for arguments in [["show", "m.scpp"], ["show", "m.scpp", "--node", "0"]]:
                done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, env={"LC_ALL": locale},
                                      stdout=subprocess.PIPE, check=True)
                self.assertEqual(done.stdout.isascii(), ascii_only)


if __name__ == "__main__":
    unittest.main()
