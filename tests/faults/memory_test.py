"""A process that may not take more memory says so and ends with exit code 1, wherever the limit meets it."""
import os
import resource
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from harness import PROGRAM, Case, clouds, csv_text  # noqa: E402

LIMITS = int(os.environ.get("SCPP_MEMORY_LIMITS", "12"))


class Memory(Case):
    def address_space(self, *arguments):
        """Megabytes that the run takes when nothing limits it."""
        low, high = 8, 4096
        while high - low > 1:
            middle = (low + high) // 2
            if self.limited(middle, *arguments).returncode == 0:
                high = middle
            else:
                low = middle
        return high

    def limited(self, megabytes, *arguments):
        for name in os.listdir(self.folder):
            if name.startswith("out"):
                os.remove(self.path(name))
        size = megabytes << 20
        return subprocess.run([PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=300,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)))

    def check(self, *arguments):
        least = self.address_space("--version")  # below this the system cannot even load the program
        enough = self.address_space(*arguments)
        self.assertGreater(enough, least + 2)
        sentences = {}
        for step in range(LIMITS):
            megabytes = least + 1 + (enough - least - 2) * step // LIMITS
            done = self.limited(megabytes, *arguments)
            if done.returncode == 0:
                continue  # what a run takes varies a little
            self.assertEqual(done.returncode, 1, f"{megabytes} MB: {done.returncode} {done.stderr}")
            lines = done.stderr.splitlines()
            self.assertTrue(lines and lines[-1].startswith("scpp: "), f"{megabytes} MB: {done.stderr}")
            sentences[lines[-1]] = sentences.get(lines[-1], 0) + 1
            self.assertFalse([name for name in os.listdir(self.folder) if name.startswith("out")])
        self.assertTrue(sentences)
        print(f"{arguments[0]} needs {enough} MB (the program alone {least}); with less: {sentences}")

    def test_fit(self):
        self.scpp("generate", "gaussians", "--rows", "10000", "--columns", "30", "-o", "d.npy", "--quiet")
        for threads in ["1", "2"]:
            self.check("fit", "d.npy", "-k", "2", "--threads", threads, "--max-steps", "2", "--quiet", "--labels",
                       "out.csv")

    def test_convert(self):
        self.write("d.csv", csv_text(clouds(30000, 20, 3)))
        self.check("convert", "d.csv", "out.h5")


if __name__ == "__main__":
    unittest.main()
