"""What finished passes left, so that a fit whose client or cluster died goes on behind them."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NoReturn, Optional, Union

from .. import _core

FINGERPRINT = "fit.json"


class Checkpoint:
    """A folder of small files, each written whole or not at all; without a folder nothing is kept."""

    def __init__(self, folder: Union[None, str, os.PathLike[str]], fingerprint: dict[str, Any]) -> None:
        self.folder = None if folder is None else Path(folder)
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        kept = self.get(FINGERPRINT)
        if kept is None:
            self.put(FINGERPRINT, json.dumps(fingerprint, indent=1).encode())
        else:
            self._refuse_other(kept, json.loads(json.dumps(fingerprint)))

    def get(self, name: str) -> Optional[bytes]:
        """What was put there; a damaged file is an OSError."""
        path = self.folder and self.folder / name
        if not path or not path.exists():
            return None
        kept = path.read_bytes()
        try:
            _core.check_pass(name, kept, str(path))
        except OSError as damage:
            raise OSError(f"{damage}. Remove it, and that pass is done again.") from None
        return kept

    def put(self, name: str, value: bytes) -> None:
        if self.folder is None:
            return
        unfinished = self.folder / f"{name}.unfinished-{os.getpid()}"
        with open(unfinished, "wb") as file:
            file.write(value)
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, self.folder / name)

    def refuse(self, what: str) -> NoReturn:
        raise ValueError(f"{self.folder} is the checkpoint of another fit: {what}. Remove it, or name another folder.")

    def _refuse_other(self, text: bytes, wanted: dict[str, Any]) -> None:
        try:
            kept = dict(json.loads(text))
        except (TypeError, ValueError):
            self.refuse(f"its {FINGERPRINT} is damaged")
        for name in {**kept, **wanted}:
            if kept.get(name) != wanted.get(name):
                self.refuse(f"{name} was {kept.get(name)!r} and is {wanted.get(name)!r} now")
