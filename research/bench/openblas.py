"""Peers are measured at their best."""


def kernels_of_this_processor():
    """The environment in which Debian 12's OpenBLAS (0.3.21) is as fast as it can be: processors that are newer than it is, it
    takes for one of 2004, and k-means is then up to 1.7 times slower. To be set before numpy is imported."""
    with open("/proc/cpuinfo") as file:
        flags = set(file.read().split())
    if {"avx512f", "avx512bw", "avx512vl"} <= flags:
        return {"OPENBLAS_CORETYPE": "SkylakeX"}
    return {"OPENBLAS_CORETYPE": "Haswell"} if {"avx2", "fma"} <= flags else {}
