"""Ctrl-C and its like: they are heard once, and leave time to tidy up."""

from __future__ import annotations

import signal
import threading
from typing import Any

# For workers on this machine, which a terminal sends Ctrl-C as well: they end when they are told to.
DEAF_WORKER = "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
HEARD = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


class Interruption:
    """While it lasts, the first of these signals raises KeyboardInterrupt, and further ones are not heard."""

    def __init__(self) -> None:
        self.heard = False
        self._deaf = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            for number in HEARD:
                if signal.getsignal(number) != signal.SIG_IGN:  # as nohup wants it
                    self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _hear(self, *_: object) -> None:
        if not self.heard and not self._deaf:
            self.heard = True
            raise KeyboardInterrupt

    def check(self) -> None:
        """Raises again: what is raised in a destructor or a callback of somebody else gets lost."""
        if self.heard:
            raise KeyboardInterrupt

    def end(self) -> None:
        """From now on it is too late."""
        self.check()
        self._deaf = True
