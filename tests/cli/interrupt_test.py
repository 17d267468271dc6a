"""Interrupting or killing fit at any moment leaves no output, or the complete old or new file."""
import os
import random
import signal
import subprocess
import time
import unittest

from harness import PROGRAM, Case, clouds, csv_text

TIMES = int(os.environ.get("SCPP_KILLS", "200"))  # scripts/harden asks for more
OLD = b"old\n"


def default_interrupts():
    """A test that runs in the background inherits ignored interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Interrupt(Case):
    def setUp(self):
        super().setUp()
        self.write("d.csv", csv_text(clouds(150, 5, 3)))
        self.command = [PROGRAM, "fit", "d.csv", "-k", "3", "--threads", "1", "--labels", "labels.csv", "--model",
                        "model.scpp"]
        start = time.monotonic()
        self.scpp(*self.command[1:])
        self.usual = time.monotonic() - start
        self.complete = {name: self.read(name) for name in ["labels.csv", "model.scpp"]}

    def unfinished(self):
        return [name for name in os.listdir(self.folder) if ".unfinished-" in name]

    def prepare(self, old_files):
        for name in self.unfinished():
            os.remove(self.path(name))
        for name in self.complete:
            if os.path.exists(self.path(name)):
                os.remove(self.path(name))
            if old_files:
                self.write(name, OLD)

    def stop(self, number, delay):
        """The exit code of a run that gets a signal after `delay` seconds."""
        run = subprocess.Popen(self.command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, preexec_fn=default_interrupts)
        time.sleep(delay)
        run.send_signal(number)
        return run.wait(timeout=60)

    def check_files(self, old_files):
        for name, content in self.complete.items():
            found = self.read(name) if os.path.exists(self.path(name)) else None
            self.assertIn(found, [OLD if old_files else None, content], name)

    def test_any_moment(self):
        draw = random.Random(7)
        ends = {}
        for attempt in range(TIMES):
            old_files = attempt % 4 < 2
            number = signal.SIGKILL if attempt % 2 else [signal.SIGINT, signal.SIGTERM, signal.SIGHUP][attempt // 4 % 3]
            self.prepare(old_files)
            code = self.stop(number, draw.uniform(0, 1.1) * self.usual)
            ends[code] = ends.get(code, 0) + 1
            self.check_files(old_files)
            if number != signal.SIGKILL:
                self.assertEqual(self.unfinished(), [])
                # Before main begins the system ends the process itself; after its end there is nothing to stop.
                self.assertIn(code, [0, 130, -number])
        print(f"{TIMES} runs ended so: {ends}")

    def during_a_long_fit(self, number):
        """Exit code and last words of a fit that gets a signal after its first of many splits."""
        self.write("large.csv", csv_text(clouds(3000, 20, 8)))
        with subprocess.Popen([PROGRAM, "fit", "large.csv", "-k", "30", "--random-starts", "20", "--verbose",
                               "--labels", "l.csv"], cwd=self.folder, stderr=subprocess.PIPE,
                              preexec_fn=default_interrupts, text=True) as run:
            run.stderr.readline()
            run.send_signal(number)
            rest = run.stderr.read()
            code = run.wait(timeout=60)
        self.assertFalse(os.path.exists(self.path("l.csv")))
        return code, rest

    def test_interrupt_during_the_fit_says_so(self):
        for number in [signal.SIGTERM, signal.SIGHUP]:
            code, said = self.during_a_long_fit(number)
            self.assertEqual(code, 130)
            self.assertEqual(said.splitlines()[-1], "scpp: interrupted")

    def test_a_bus_error_that_no_file_made_is_not_blamed_on_one(self):
        code, said = self.during_a_long_fit(signal.SIGBUS)
        self.assertEqual(code, -signal.SIGBUS)
        self.assertNotIn("became shorter", said)


if __name__ == "__main__":
    unittest.main()
