"""Noise as benchmarks have it, to try verdicts on: nothing of it is independent.

All parameters are of the logarithm of a time, so 0.01 is 1 %. What was seen in the committed
records of an H200, of stages above 50 us in the running loop: 0.3 % between block medians, next to
no correlation from one block to the next, and 0.5 to 1.2 % between several copies of one kernel in
one process, by where their buffers lie (docs/gate.md).
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Noise:
    """How the samples of one row scatter."""

    within: float  # standard deviation of the samples of a block
    memory: float  # correlation of a sample with the one before it in its block
    between: float  # standard deviation of blocks
    drift: float  # standard deviation of a session's step from block to block, a random walk
    slow_share: float  # of the samples that something else runs into
    slow_by: float  # how much longer these take, on average; exponentially distributed
    placement: float = 0.0  # standard deviation of a side as a whole: where its buffers lie


QUIET_GPU = Noise(within=0.01, memory=0.6, between=0.003, drift=0.001, slow_share=0.02, slow_by=0.1)
NOISY_CPU = Noise(within=0.03, memory=0.6, between=0.015, drift=0.01, slow_share=0.05, slow_by=0.3)


def two_sides(generator, noise, blocks, samples, together):
    """Times of two equal sides: arrays of `blocks` rows of `samples`, in units of the true time.

    together: interleaved in one session, so that they share its drift.
    """
    base, candidate = (_drift(generator, noise, blocks) for _ in range(2))
    drifts = (base, base if together else candidate)
    return tuple(np.exp(drift + _side(generator, noise, blocks, samples)) for drift in drifts)


def _drift(generator, noise, blocks):
    return np.cumsum(generator.normal(0, noise.drift, (blocks, 1)), axis=0)


def _side(generator, noise, blocks, samples):
    side = generator.normal(0, noise.placement)
    of_blocks = generator.normal(0, noise.between, (blocks, 1))
    is_slow = generator.random((blocks, samples)) < noise.slow_share
    slow = np.log1p(generator.exponential(noise.slow_by, (blocks, samples)))
    return side + of_blocks + _within(generator, noise, blocks, samples) + is_slow * slow


def _within(generator, noise, blocks, samples):
    """A first-order autoregressive process in each block, from its stationary state."""
    steps = generator.normal(0, noise.within, (blocks, samples))
    values = np.empty_like(steps)
    values[:, 0] = steps[:, 0]
    fresh = np.sqrt(1 - noise.memory**2)
    for n in range(1, samples):
        values[:, n] = noise.memory * values[:, n - 1] + fresh * steps[:, n]
    return values
