"""
Trains an entailment model on pairs that `train-support evidence` prepared, and writes it as a folder for the validator.

    python train.py --data PREPARED --base MODEL --out FOLDER --minutes 20 --seed 7
    python train.py --data PREPARED --base MODEL --out FOLDER --minutes 20 --seed 7 --without scifact,summedits --scores S.jsonl

The second form leaves out all that is of those origins, and writes what the model says of them.
"""

import argparse
import hashlib
import json
import sys
from datetime import date
from pathlib import Path

import torch
from batches import PairEncoder
from describe import describe
from export import export
from fit import fit
from network import Shape, initialised_from
from pairs import SETS, labelled_examples, read_pairs
from score import score_claims

#: Of both counts one half until weigh.py has measured what they are worth.
EQUAL_WEIGHTS = {"features": 0.5, "entailment": 0.5, "neutral": 0.0}


def main(words: list[str]) -> int:
    options = parse(words)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    held = set(filter(None, options.without.split(",")))
    pairs = read_pairs(options.data / "pairs.jsonl")
    examples = labelled_examples([pair for pair in pairs if pair.origin not in held])
    base = options.base
    network = initialised_from(base / "model.onnx", Shape.of(json.loads((base / "config.json").read_text("utf8"))))
    encoder = PairEncoder(base / "tokenizer.json")
    steps = fit(
        network,
        examples,
        encoder,
        minutes=options.minutes,
        steps=options.steps,
        seed=options.seed,
        device=options.device,
        report=lambda line: print(line, file=sys.stderr, flush=True),
    )
    if options.scores is not None:
        tested = [pair for pair in pairs if pair.origin in held and pair.set != "synth_train"]
        with open(options.scores, "w", encoding="utf8") as file:
            for pair, entailment in zip(tested, score_claims(network, encoder, tested)):
                row = {"id": pair.id, "set": pair.set, "supported": pair.supported, "entailment": round(entailment, 4)}
                file.write(json.dumps(row) + "\n")
    export(network, base, options.out)
    sets = json.loads((options.data / "sets.json").read_text("utf8"))
    support = {
        "format": 1,
        "weights": EQUAL_WEIGHTS,
        "training": {
            "date": date.today().isoformat(),
            "base": {"name": base.name, "sha256": hashlib.sha256((base / "model.onnx").read_bytes()).hexdigest()},
            "seed": options.seed,
            "steps": steps,
            "without": sorted(held),
            "sets": [{**row, "weight": SETS[row["name"]]} for row in sets if row["name"] in SETS],
        },
    }
    (options.out / "support.json").write_text(json.dumps(support, indent=2) + "\n", encoding="utf8")
    describe(options.out, options.out.name)
    return 0


def parse(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with pairs.jsonl and sets.json")
    parser.add_argument("--base", type=Path, required=True, help="folder of the sentence encoder to start from")
    parser.add_argument("--out", type=Path, required=True, help="folder of the model; made where there is none")
    parser.add_argument("--minutes", type=float, default=20, help="of the processor (on a GPU: of the clock)")
    parser.add_argument("--steps", type=int, help="instead of --minutes, to repeat a run")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--without", default="", help="origins that are left out, such as scifact,summedits")
    parser.add_argument("--scores", type=Path, help="JSON Lines file for what the model says of them")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
