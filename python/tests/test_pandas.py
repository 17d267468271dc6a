"""Frames in, frames out."""

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from scpp import SCPP, SpectralProjection

pandas = pytest.importorskip("pandas")


@pytest.fixture()
def frame(rows):
    return pandas.DataFrame(rows, columns=[f"feature {i}" for i in range(rows.shape[1])])


def test_names_come_in_and_go_into_the_file(frame, tmp_path):
    model = SCPP(n_clusters=3).fit(frame)
    assert model.feature_names_in_.tolist() == list(frame.columns)
    model.save(tmp_path / "model.scpp")
    loaded = SCPP.load(tmp_path / "model.scpp")
    assert loaded.feature_names_in_.tolist() == list(frame.columns)
    assert np.array_equal(loaded.predict(frame), model.labels_)


def test_a_frame_is_not_copied(frame):
    assert np.shares_memory(SCPP(n_clusters=2).fit(frame)._fit_rows, frame.to_numpy())


def test_columns_in_another_order_are_refused(frame):
    model = SCPP(n_clusters=2).fit(frame)
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame[frame.columns[::-1]])


def test_frames_come_out(frame):
    model = SCPP(n_clusters=3).set_output(transform="pandas").fit(frame)
    out = model.transform(frame)
    assert list(out.columns) == list(model.get_feature_names_out())
    assert out.index.equals(frame.index)
    projected = SpectralProjection().set_output(transform="pandas").fit_transform(frame)
    assert list(projected.columns) == ["spectralprojection0", "spectralprojection1"]


def test_in_a_pipeline(frame):
    pipeline = make_pipeline(StandardScaler(), SCPP(n_clusters=3)).set_output(transform="pandas")
    assert list(pipeline.fit(frame).transform(frame).columns)[:2] == ["node0_0", "node0_1"]
    assert np.array_equal(pipeline.predict(frame), pipeline[-1].labels_)
