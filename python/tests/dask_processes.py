"""A scheduler and workers as processes of their own, without anybody who starts them again."""

import os
import signal
import subprocess
import sys
import tempfile
import time

import distributed


class Processes:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "scheduler.json")
        common = ["--scheduler-file", self.file, "--no-dashboard"]
        self.scheduler = self._started("dask_scheduler", *common, "--port", "0", "--host", "127.0.0.1")
        self.workers = []
        self.common = common
        self.client = distributed.Client(scheduler_file=self.file, timeout=60)

    def _started(self, module, *arguments):
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments]
        quiet = {"DASK_LOGGING__DISTRIBUTED": "critical", "PYTHONPATH": os.pathsep.join(sys.path)}
        where = {"cwd": self.folder.name, "env": {**os.environ, **quiet}}
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **where)

    def use(self, count):
        """Exactly so many workers: further ones are started, surplus ones killed."""
        while len(self.workers) > count:
            self.kill()
        while len(self.workers) < count:
            options = [*self.common, "--nthreads", "1", "--memory-limit", "0", "--no-nanny", "--host", "127.0.0.1"]
            self.workers.append(self._started("dask_worker", *options))
        while len(self.client.scheduler_info()["workers"]) != count:
            time.sleep(0.05)

    def kill(self):
        worker = self.workers.pop()
        worker.send_signal(signal.SIGKILL)
        worker.wait()

    def tasks(self):
        """How many tasks the scheduler knows."""
        return self.client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks))

    def close(self):
        self.client.close()
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
        self.folder.cleanup()
