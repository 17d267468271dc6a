"""Sensor signals: states of a machine from features of short windows.

A vibration signal is cut into windows; each becomes a row of features (level, spread, energy in frequency bands). The clusters are the
states of the machine, and the profile says which features tell them apart.
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from scpp import SCPP
from scpp.metrics import adjusted_rand_score

rng = np.random.default_rng(0)
state = np.repeat([0, 1, 2, 1, 0, 2], 60)  # idle, running, worn bearing
time = np.arange(256) / 256
windows = []
for s in state:
    signal = rng.normal(0, 0.3, 256)
    if s > 0:
        signal += np.sin(2 * np.pi * (12 + rng.normal()) * time)
    if s == 2:
        signal += 0.6 * np.sin(2 * np.pi * (70 + 3 * rng.normal()) * time)
    windows.append(signal)

spectrum = np.abs(np.fft.rfft(windows, axis=1)) ** 2
bands = {f"{low}-{low + 16} Hz": np.log(spectrum[:, low : low + 16].sum(axis=1)) for low in range(0, 128, 16)}
features = pd.DataFrame({"mean": np.mean(windows, axis=1), "deviation": np.std(windows, axis=1), **bands})
model = SCPP(n_clusters="auto").fit(features)
print(model.verdict_)
print(f"adjusted Rand index with the true states: {adjusted_rand_score(state, model.labels_):.2f}")
print(model.cluster_profile(n_features=2)["effect"].round(1))

figure, (top, bottom) = plt.subplots(2, 1, figsize=(10, 5.5), layout="constrained")
top.plot(np.ravel(windows)[::8], linewidth=0.3)
top.set_title("the signal")
bottom.step(np.arange(len(state)), model.labels_, where="mid")
bottom.set_yticks(range(model.n_clusters_))
bottom.set_xlabel("window")
bottom.set_ylabel("cluster")
figure.savefig("sensor_features.png", dpi=100)
