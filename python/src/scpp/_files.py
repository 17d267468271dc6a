"""Model files and pickles."""

from __future__ import annotations

import os
from typing import Any, Union

import numpy as np
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._fitted import Fitted
from ._options import parameters_of

#: Attributes that are not pickled with the model.
TRAINING_DATA = ("_fit_rows", "_fit_weights", "_fit_kept", "_fit_array")


class Files(Fitted):
    """Part of `SCPP`."""

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Write the model file that the command line reads too.

        Parameters
        ----------
        path : path-like
            Written whole or not at all.
        """
        check_is_fitted(self)
        self._model.save(os.fspath(path))

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Any:
        """Read a model file, from here or from the command line.

        Parameters
        ----------
        path : path-like
            The file.

        Returns
        -------
        model : SCPP
            Ready to `predict`; it has no `labels_`, since the file does not hold the rows.
        """
        model = _core.load(os.fspath(path))
        loaded = cls()
        loaded.set_params(**parameters_of(model.options, loaded.get_params()))
        if model.missing_rule in ("mean", "median", "drop-row"):
            loaded.set_params(missing=model.missing_rule)
        loaded._set_model(model)
        loaded.n_features_in_ = len(model.mean)
        if model.has_names:
            loaded.feature_names_in_ = np.array(model.columns, dtype=object)
        return loaded

    def __getstate__(self) -> dict[str, Any]:
        state = dict(super().__getstate__())
        return {name: value for name, value in state.items() if name not in TRAINING_DATA}
