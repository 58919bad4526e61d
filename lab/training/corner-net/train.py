"""Trains the corner net on the pictures of `lab/training/src/corner-pictures.ts` and writes `.cache/corner-net/net.json`.

    python lab/training/corner-net/train.py [--processes 2] [--steps 40000] [--rounded-steps 9000] [--go-on]

First with exact weights; then with rounded ones, at a lower rate, for the last third with frozen norms, as they are written.
`lab/training/src/corner-weights.ts` packs the result. The same arguments on the same machine give the same net.
The net with exact weights is stored in `exact.pt`: `--go-on` continues its training at a lower rate; `--steps 0` skips it.
"""

import argparse
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, distributed, multiprocessing, nn

from loss import Teacher
from net import CornerNet
from overlap import overlap
from pictures import FOLDER, Pictures, prepare, read_all
from rounding import round_weights
from variation import mirror, recolour
from write import write_net

# Frequencies of batches of wide whole frames, of tall ones, and of straightened pieces.
SHARES = {"wide": 0.3, "tall": 0.18, "close": 0.52}

EXACT_RATE = 4e-3
GO_ON_RATE = 3e-3
ROUNDED_RATE = 1e-3
WARM_UP_STEPS = 200
FROZEN_SHARE = 1 / 3
NORM_BATCHES = 200
REPORT_STEPS = 1000


@dataclass(frozen=True)
class Options:
    """Options of the command line."""

    processes: int
    steps: int
    rounded_steps: int
    batch: int
    seed: int
    go_on: bool


class Batches:
    """Draws batches of pictures of one size each, mirrored and recoloured at random."""

    def __init__(self, groups: dict[str, Pictures], batch: int, seed: int) -> None:
        self.groups = groups
        self.batch = batch
        self.random = np.random.default_rng(seed)
        self.colours = torch.Generator().manual_seed(seed)

    def draw(self) -> tuple[Tensor, Tensor]:
        """Returns prepared pictures (B, 3, height, width) and their corners (B, 4, 2)."""
        pictures = self.groups[self.random.choice(list(SHARES), p=list(SHARES.values()))]
        taken, corners = pictures.take(self.random.integers(0, len(pictures), self.batch))
        across, down = self.random.random(2) < 0.5
        planes, corners = mirror(prepare(taken), corners, across=bool(across), down=bool(down))
        return recolour(planes, self.colours).contiguous(memory_format=torch.channels_last), corners


class Trainer:
    """One of the processes that train the same net, each on its own batches, all with the mean of their gradients."""

    def __init__(self, options: Options, rank: int) -> None:
        torch.manual_seed(options.seed)
        groups, self.held = read_all()
        self.batches = Batches(groups, options.batch, options.seed * options.processes + rank)
        self.rank = rank
        self.processes = options.processes
        self.net = CornerNet().to(memory_format=torch.channels_last)
        self.teacher = Teacher(self.net.last.in_channels)

    def train(self, steps: int, top_rate: float, before: Callable[[int], None] = lambda step: None) -> None:
        """Trains for a number of steps, at a rate that falls to almost zero; `before` is called with each step."""
        learned = [*self.net.parameters(), *self.teacher.parameters()]
        optimiser = torch.optim.AdamW(learned, weight_decay=1e-4)
        self.net.train()
        mean = 0.0
        for step in range(1, steps + 1):
            before(step)
            for group in optimiser.param_groups:
                group["lr"] = rate_at(step, steps, top_rate)
            pictures, truth = self.batches.draw()
            loss, corners = self.teacher(self.net(pictures), truth)
            optimiser.zero_grad()
            loss.backward()
            self.share_gradients(learned)
            nn.utils.clip_grad_norm_(learned, 1.0)
            optimiser.step()
            mean += (float(corners.detach()) - mean) / min(step, 100)
            if self.rank == 0 and (step % REPORT_STEPS == 0 or step == steps):
                print(f"step {step}: loss of corners {mean:.3f}; {self.measure()}", flush=True)

    def share_gradients(self, learned: list[nn.Parameter]) -> None:
        """Averages the gradients of all processes."""
        if self.processes == 1:
            return
        each = [torch.zeros_like(one) if one.grad is None else one.grad for one in learned]
        every = torch.cat([gradient.flatten() for gradient in each])
        distributed.all_reduce(every)
        parts = (every / self.processes).split([one.numel() for one in learned])
        for one, part in zip(learned, parts, strict=True):
            one.grad = part.view_as(one).clone()

    def freeze_norms(self) -> None:
        """Sets the norms to means over many batches, the same for all processes, and freezes them."""
        norms = [one.norm for one in self.net.convolutions]
        for norm in norms:
            norm.reset_running_stats()
            norm.momentum = None
        with torch.no_grad():
            for _ in range(NORM_BATCHES):
                self.net(self.batches.draw()[0])
        for norm in norms:
            norm.eval()
            if self.processes > 1:
                distributed.broadcast(norm.running_mean, 0)
                distributed.broadcast(norm.running_var, 0)

    def measure(self) -> str:
        """Returns the share of correct results in each held set: intersection over union of at least 0.9."""
        modes = {module: module.training for module in self.net.modules()}
        self.net.eval()
        shares = []
        for name, pictures in self.held.items():
            with torch.no_grad():
                parts = np.array_split(np.arange(len(pictures)), math.ceil(len(pictures) / 64))
                found = torch.cat([self.net(prepare(pictures.take(part)[0])).corners for part in parts])
            overlaps = map(overlap, found.numpy(), pictures.corners.numpy())
            shares.append(f"{name} {np.mean([one >= 0.9 for one in overlaps]):.3f}")
        for module, training in modes.items():
            module.training = training
        return ", ".join(shares)


def rate_at(step: int, steps: int, top: float) -> float:
    """Returns the learning rate, which rises at first, then falls like half a cosine wave to slightly above zero."""
    return top * min(1.0, step / WARM_UP_STEPS) * (0.5 * (1 + math.cos(math.pi * step / steps)) + 0.003)


def run(rank: int, options: Options, meeting_place: str) -> None:
    """Runs one process of the training."""
    torch.set_num_threads(1)
    if options.processes > 1:
        distributed.init_process_group(
            "gloo", init_method=f"file://{meeting_place}", rank=rank, world_size=options.processes
        )
    trainer = Trainer(options, rank)
    kept = FOLDER / "exact.pt"
    if options.go_on or options.steps == 0:
        state = torch.load(kept)
        trainer.net.load_state_dict(state["net"])
        trainer.teacher.load_state_dict(state["teacher"])
    if options.steps > 0:
        trainer.train(options.steps, GO_ON_RATE if options.go_on else EXACT_RATE)
        if rank == 0:
            torch.save({"net": trainer.net.state_dict(), "teacher": trainer.teacher.state_dict()}, kept)
    round_weights(trainer.net)
    frozen_from = options.rounded_steps - math.floor(options.rounded_steps * FROZEN_SHARE)
    trainer.train(
        options.rounded_steps,
        ROUNDED_RATE,
        before=lambda step: trainer.freeze_norms() if step == frozen_from else None,
    )
    if rank == 0:
        write_net(trainer.net, FOLDER / "net.json")
    if options.processes > 1:
        distributed.destroy_process_group()


def main() -> None:
    """Reads the command line and starts the processes."""
    parser = argparse.ArgumentParser(description="Trains the corner net.")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--steps", type=int, default=40_000, help="with exact weights; 0: take the last ones")
    parser.add_argument("--rounded-steps", type=int, default=9_000)
    parser.add_argument("--batch", type=int, default=32, help="pictures a step and process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="from exact.pt, rather than from nothing")
    options = Options(**vars(parser.parse_args()))
    with tempfile.TemporaryDirectory() as folder:
        meeting_place = str(Path(folder) / "meeting-place")
        if options.processes == 1:
            run(0, options, meeting_place)
        else:
            multiprocessing.spawn(run, (options, meeting_place), options.processes)


if __name__ == "__main__":
    main()
