"""
The mean of the weights of runs that began with the same base and differ by their seeds: Wortsman et al., "Model soups:
averaging weights of multiple fine-tuned models improves accuracy without increasing inference time" (ICML 2022).

    python average.py OUT STATE…
"""

import argparse
from pathlib import Path

import torch


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("out", type=Path)
    options.add_argument("states", type=Path, nargs="+")
    given = options.parse_args()
    states = [torch.load(path, map_location="cpu") for path in given.states]
    if any(state.keys() != states[0].keys() for state in states):
        raise ValueError("the runs are not of the same network")
    torch.save({name: torch.stack([state[name].float() for state in states]).mean(0).half() for name in states[0]}, given.out)


if __name__ == "__main__":
    main()
