"""Full disks, unreadable and vanishing input, forbidden places, many writers of one file: a sentence, exit code 1, and
whatever stood there before."""
import gzip
import os
import random
import resource
import signal
import shutil
import struct
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from harness import LIMITED, PROGRAM, Case, clouds, csv_text  # noqa: E402

NOBODY = 65534
OLD = b"old\n"


class Disk(Case):
    def setUp(self):
        super().setUp()
        self.write("d.csv", csv_text(clouds(150, 5, 3)))
        self.scpp("fit", "d.csv", "-k", "3", "--model", "m.scpp", "--labels", "l.csv")

    def refused(self, *arguments, reason, **settings):
        """The sentence of a run that must end with exit code 1 for this reason."""
        done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=300, **settings)
        self.assertEqual(done.returncode, 1, f"{arguments}\n{done.stdout}{done.stderr}")
        # The build that counts lines says so when a forbidden place keeps it from writing its counters.
        lines = [line for line in done.stderr.splitlines() if not line.startswith("profiling:")]
        self.assertTrue(lines and lines[-1].startswith("scpp: "), done.stderr)
        self.assertIn(reason, lines[-1])
        return lines[-1]

    def unfinished(self, folder=None):
        return [name for name in os.listdir(folder or self.folder) if ".unfinished-" in name]


class FullDisk(Disk):
    def test_the_full_device(self):
        for arguments in [["fit", "d.csv", "--labels", "/dev/full"], ["fit", "d.csv", "--model", "/dev/full"],
                          ["fit", "d.csv", "--report", "/dev/full"], ["cut", "m.scpp", "-k", "2", "--model", "/dev/full"],
                          ["predict", "m.scpp", "d.csv", "--labels", "/dev/full"],
                          ["convert", "d.csv", "/dev/full", "--to", "csv"],
                          ["convert", "d.csv", "/dev/full", "--to", "npy"],
                          ["convert", "d.csv", "/dev/full", "--to", "arff"],
                          ["convert", "d.csv", "/dev/full", "--to", "svmlight"],
                          ["generate", "moons", "-o", "/dev/full", "--to", "csv"]]:
            with self.subTest(arguments=arguments):
                self.refused(*arguments, reason="No space left on device")

    def writes(self, folder):
        """Commands that each write one file into `folder`, and its name."""
        yield "l.csv", ["fit", "d.csv", "-k", "3", "--labels", f"{folder}/l.csv"]
        yield "m.scpp", ["fit", "d.csv", "-k", "3", "--model", f"{folder}/m.scpp"]
        yield "r.html", ["fit", "d.csv", "-k", "3", "--report", f"{folder}/r.html"]
        for ending in ["csv", "tsv", "npy", "arff", "svm", "h5", "csv.gz", "npy.zst"]:
            yield "t." + ending, ["convert", "wide.csv", f"{folder}/t.{ending}"]

    def check_writes(self, folder, reason, room, **settings):
        self.write("wide.csv", csv_text(clouds(400, 20, 3)))
        for name, arguments in self.writes(folder):
            for before in [None, OLD]:
                with self.subTest(arguments=arguments, before=before):
                    if before:
                        with open(os.path.join(folder, name), "wb") as file:
                            file.write(before)
                    with room():
                        self.refused(*arguments, reason=reason, **settings)
                    self.assertEqual(self.unfinished(folder), [])
                    if before:
                        self.assertEqual(self.read(os.path.join(folder, name)), before)
                        os.remove(os.path.join(folder, name))
                    self.assertEqual(os.listdir(folder), [])

    def test_a_small_file_system(self):
        folder = self.path("small")
        os.mkdir(folder)
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", folder], capture_output=True).returncode:
            self.skipTest("this user cannot mount a small file system")
        try:
            self.check_writes(folder, "", lambda: Filled(folder))
        finally:
            subprocess.run(["umount", folder], check=True)

    @LIMITED
    def test_the_largest_file_size(self):
        """The limit of the shell (ulimit -f) comes with a signal that ends a careless program."""
        folder = self.path("limited")
        os.mkdir(folder)
        self.check_writes(folder, "", Nothing,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (256, 256)))


class Nothing:
    def __enter__(self):
        pass

    def __exit__(self, *_):
        pass


class Filled:
    """All room of a file system but the last page is taken."""

    def __init__(self, folder):
        self.name = os.path.join(folder, "ballast")

    def __enter__(self):
        with open(self.name, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)) == 4096:
                    pass
            except OSError:
                pass

    def __exit__(self, *_):
        os.remove(self.name)


class Input(Disk):
    def test_what_cannot_be_read(self):
        os.mkdir(self.path("folder.csv"))
        self.refused("fit", "folder.csv", reason="Is a directory")
        self.refused("fit", "/proc/self/mem", "--format", "csv", reason="cannot read /proc/self/mem")
        self.refused("show", "/proc/self/mem", reason="cannot read /proc/self/mem")
        self.refused("show", "folder.csv", reason="folder.csv")
        self.refused("fit", "gone.csv", reason="No such file or directory")

    def test_every_cut_of_a_small_file_ends_well(self):
        """Cut text may still be a table; it is read or refused, and packed files are always refused."""
        packed = gzip.compress(b"a,b\n1,2\n3,4\n")
        self.write("t.npy", b"")
        self.scpp("convert", "d.csv", "t.npy")
        whole = {"c.csv.gz": packed, "c.npy": self.read("t.npy")[:300], "m.scpp": self.read("m.scpp")[:200]}
        for name, content in whole.items():
            for size in range(0, len(content), 7):
                self.write(name, content[:size])
                if name.endswith("scpp"):
                    self.refused("show", name, reason="m.scpp")
                elif size > 2:
                    self.refused("convert", name, "out.csv", reason=name)

    def test_input_that_shrinks_while_it_is_read(self):
        content = csv_text(clouds(40000, 10, 3)).encode()
        draw = random.Random(5)
        ends = {}
        for _ in range(int(os.environ.get("SCPP_SHRINKS", "6"))):
            self.write("s.csv", content)
            run = subprocess.Popen([PROGRAM, "convert", "s.csv", "s.npy"], cwd=self.folder, stderr=subprocess.PIPE)
            time.sleep(draw.uniform(0, 0.15))
            os.truncate(self.path("s.csv"), draw.choice([0, 5000]))
            said = run.communicate(timeout=60)[1]
            ends[run.returncode] = ends.get(run.returncode, 0) + 1
            self.assertIn(run.returncode, [0, 1])
            self.assertEqual(run.returncode == 1, said.startswith(b"scpp: "))
            self.assertEqual(run.returncode == 1, b"s.csv" in said, said)
        print(f"runs with shrinking input ended so: {ends}")

    def test_headers_that_promise_too_much(self):
        for shape in ["(1000000000000000, 3)", "(1000000000000000,)", "(0, 1000000000000000)",
                      "(4294967296, 4294967296)", "(18446744073709551615, 2)"]:
            head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
            self.write("h.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + bytes(48))
            self.refused("fit", "h.npy", reason="h.npy")
        self.write("h.svm", "1 1000000000000000:1\n0 1:1\n")
        self.refused("fit", "h.svm", "--drop", "label", reason="h.svm needs")
        self.write("h.svm", "1 99999999999999999999:1\n")
        self.refused("fit", "h.svm", reason="index:value")

    @LIMITED
    def test_a_packed_bomb_is_refused_within_its_memory(self):
        """100 MB of zeros in 100 KB, for a process that may take 80 MB."""
        with gzip.open(self.path("bomb.csv.gz"), "wb", 9) as file:
            for _ in range(100):
                file.write(b"0" * 1000000)
        self.refused("fit", "bomb.csv.gz", "--threads", "1", reason="bomb.csv.gz does not fit into memory",
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (120 << 20, 120 << 20)))


@unittest.skipUnless(os.geteuid() == 0, "only root can become nobody, and root is denied nothing")
class Denied(Disk):
    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o755)
        self.program = self.path("scpp")
        shutil.copy(PROGRAM, self.program)
        os.mkdir(self.path("open"))
        os.chmod(self.path("open"), 0o777)

    def denied(self, *arguments, reason="Permission denied"):
        global PROGRAM
        before, PROGRAM = PROGRAM, self.program
        try:
            self.refused(*arguments, reason=reason, user=NOBODY, group=NOBODY, extra_groups=[])
        finally:
            PROGRAM = before

    def test_reading(self):
        for name in ["d.csv", "m.scpp"]:
            os.chmod(self.path(name), 0o600)
        self.denied("fit", "d.csv", "--labels", "open/l.csv")
        self.denied("show", "m.scpp", reason="m.scpp")

    def test_writing(self):
        self.denied("fit", "d.csv", "--labels", "new.csv")
        self.denied("fit", "d.csv", "--model", "open/../m2.scpp")
        self.write("open/kept.csv", OLD)
        os.chmod(self.path("open/kept.csv"), 0o444)
        self.denied("fit", "d.csv", "--labels", "open/kept.csv")
        self.assertEqual(self.read("open/kept.csv"), OLD)
        self.assertEqual(self.unfinished(), [])
        self.assertEqual(self.unfinished(self.path("open")), [])


class Together(Disk):
    def test_writers_of_one_file(self):
        """The last one wins; nobody ever sees half a file."""
        runs = [subprocess.Popen([PROGRAM, "fit", "d.csv", "-k", str(2 + i % 3), "--threads", "1", "--quiet",
                                  "--labels", "same.csv", "--model", "same.scpp"], cwd=self.folder) for i in range(10)]
        while any(run.poll() is None for run in runs):
            if os.path.exists(self.path("same.csv")):
                self.assertEqual(len(self.read("same.csv").splitlines()), 151)
            if os.path.exists(self.path("same.scpp")):
                self.scpp("show", "same.scpp")
        self.assertEqual([run.returncode for run in runs], [0] * 10)
        self.assertEqual(self.unfinished(), [])

    def test_ten_at_once_give_the_same_bits(self):
        self.scpp("fit", "d.csv", "-k", "4", "--model", "alone.scpp")
        runs = [subprocess.Popen([PROGRAM, "fit", "d.csv", "-k", "4", "--quiet", "--model", f"{i}.scpp"],
                                 cwd=self.folder) for i in range(10)]
        self.assertEqual([run.wait(timeout=300) for run in runs], [0] * 10)
        for i in range(10):
            self.assertEqual(self.read(f"{i}.scpp"), self.read("alone.scpp"))


class Private(Disk):
    def test_unfinished_files_are_no_more_open_than_what_they_replace(self):
        """Watches the folder while a private file is written again and again."""
        self.write("private.csv", OLD)
        os.chmod(self.path("private.csv"), 0o600)
        seen = set()
        for _ in range(5):
            run = subprocess.Popen([PROGRAM, "fit", "d.csv", "-k", "2", "--quiet", "--labels", "private.csv"],
                                   cwd=self.folder)
            while run.poll() is None:
                for name in self.unfinished():
                    try:
                        seen.add(os.stat(self.path(name)).st_mode & 0o777)
                    except FileNotFoundError:
                        pass
            self.assertEqual(run.returncode, 0)
        self.assertLessEqual(seen, {0o600})
        self.assertEqual(os.stat(self.path("private.csv")).st_mode & 0o777, 0o600)


class Signals(Disk):
    def test_a_closed_pipe_ends_quietly(self):
        run = subprocess.Popen([PROGRAM, "convert", "d.csv", "-", "--to", "csv"], cwd=self.folder,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, restore_signals=True)
        run.stdout.close()
        said = run.stderr.read()
        self.assertIn(run.wait(timeout=60), [0, 1, -signal.SIGPIPE])
        self.assertNotIn(b"terminate", said)
        run.stderr.close()


if __name__ == "__main__":
    unittest.main()
