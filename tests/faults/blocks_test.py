"""Tables read in blocks (--memory): cut, shrinking and boastful input, and scratch files without room. A sentence, exit
code 1, no output, nothing left behind."""
import gzip
import os
import random
import resource
import struct
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from harness import LIMITED, PROGRAM, Case  # noqa: E402

FIT = ["-k", "3", "--sketch", "always", "--cells", "64", "--memory", "120M", "--labels", "l.csv", "--model", "m.scpp"]


class Blocks(Case):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("scratch"))
        self.scpp("generate", "gaussians", "--rows", "20000", "--columns", "4", "--noise-columns", "1", "-k", "3", "-o",
                  "d.npy", "--quiet")

    def fit(self, name, scratch="scratch", **settings):
        environment = {**os.environ, "TMPDIR": self.path(scratch)}
        return subprocess.run([PROGRAM, "fit", name, *FIT], cwd=self.folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=300, env=environment, **settings)

    def refused(self, name, reason, **settings):
        done = self.fit(name, **settings)
        self.assertEqual(done.returncode, 1, f"{name}\n{done.stdout}{done.stderr}")
        last = done.stderr.splitlines()[-1]
        self.assertTrue(last.startswith("scpp: "), done.stderr)
        self.assertIn(reason, last)
        self.assert_nothing_left()

    def assert_nothing_left(self):
        self.assertEqual(os.listdir(self.path("scratch")), [])
        for name in os.listdir(self.folder):
            self.assertFalse(name in ["l.csv", "m.scpp"] or "unfinished" in name, name)

    def test_cuts(self):
        """A table cut short is refused; text cut between two rows is a shorter table."""
        self.scpp("convert", "d.npy", "d.h5")
        self.scpp("convert", "d.npy", "d.csv")
        self.write("d.csv.gz", gzip.compress(self.read("d.csv"), 1))
        self.scpp("convert", "d.npy", "d.csv.zst")
        draw = random.Random(3)
        for name in ["d.npy", "d.h5", "d.csv.gz", "d.csv.zst"]:
            whole = self.read(name)
            for size in [10, 100, len(whole) - 1, *(draw.randrange(200, len(whole)) for _ in range(4))]:
                with self.subTest(name=name, size=size):
                    self.write("cut." + name, whole[:size])
                    self.refused("cut." + name, "cut." + name)

    def test_headers_that_promise_too_much(self):
        for shape in ["(1000000000000000, 3)", "(0, 1000000000000000)", "(4294967296, 4294967296)"]:
            head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
            self.write("h.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + bytes(48))
            self.refused("h.npy", "h.npy")

    @LIMITED
    def test_scratch_files_without_room(self):
        self.scpp("convert", "d.npy", "d.csv")
        for size in [0, 4096, 300000]:
            self.refused("d.csv", "cannot use a scratch file in",
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        self.refused("d.csv", "TMPDIR names another folder", scratch="no/such/folder")

    def test_a_small_file_system_for_scratch_files(self):
        self.scpp("convert", "d.npy", "d.csv")
        small = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", self.path("scratch")]
        if subprocess.run(small, capture_output=True).returncode:
            self.skipTest("this user cannot mount a small file system")
        try:
            self.refused("d.csv", "No space left on device; TMPDIR names another folder")
        finally:
            subprocess.run(["umount", self.path("scratch")], check=True)

    def test_input_that_shrinks_while_it_is_read(self):
        draw = random.Random(6)
        whole = self.read("d.npy")
        for _ in range(int(os.environ.get("SCPP_SHRINKS", "6"))):
            self.write("s.npy", whole)
            run = subprocess.Popen([PROGRAM, "fit", "s.npy", *FIT[:-4]], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE)
            time.sleep(draw.uniform(0, 0.1))
            os.truncate(self.path("s.npy"), draw.choice([0, 5000]))
            said = run.communicate(timeout=60)[1]
            self.assertIn(run.returncode, [0, 1], said)
            self.assertEqual(run.returncode == 1, said.startswith(b"scpp: "), said)
            self.assertEqual(run.returncode == 1, b"s.npy" in said, said)
            self.assert_nothing_left()

    @LIMITED
    def test_a_packed_bomb_is_refused_within_its_memory(self):
        """A row of 400 MB in 400 KB, for a process that may take 300 MB."""
        with gzip.open(self.path("bomb.csv.gz"), "wb", 9) as file:
            for _ in range(100):
                file.write(b"0" * 4000000)
        self.refused("bomb.csv.gz", "bomb.csv.gz",
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20)))


if __name__ == "__main__":
    unittest.main()
