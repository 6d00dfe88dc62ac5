"""
The mean of the weights of runs that began with the same base and differ by their seeds: Wortsman et al., "Model soups:
averaging weights of multiple fine-tuned models improves accuracy without increasing inference time" (ICML 2022).

    python average.py OUT STATE… [--shares SHARE…]
"""

import argparse
from pathlib import Path

import torch


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("out", type=Path)
    options.add_argument("states", type=Path, nargs="+")
    options.add_argument("--shares", type=float, nargs="+", help="of each run, in their order; default: all alike")
    given = options.parse_args()
    shares = given.shares or [1 / len(given.states)] * len(given.states)
    if len(shares) != len(given.states) or abs(sum(shares) - 1) > 1e-6:
        raise ValueError("a share for each run is needed, and 1 in all")
    states = [torch.load(path, map_location="cpu") for path in given.states]
    if any(state.keys() != states[0].keys() for state in states):
        raise ValueError("the runs are not of the same network")
    torch.save({name: sum(share * state[name].float() for share, state in zip(shares, states, strict=True)).half() for name in states[0]}, given.out)


if __name__ == "__main__":
    main()
