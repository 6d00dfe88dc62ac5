"""
A network of two narrow layers with a vocabulary of nine words, for tests.

    python example.py FOLDER    writes it as train.py writes a model, and what it says of PAIRS to expected.json
"""

import json
import sys
from pathlib import Path

import torch
from batches import PairEncoder, tensors
from describe import describe
from export import export
from network import CrossEncoder, Shape
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
WORDS = ["lantern", "coast", "storm", "harbour", "keeper", "salt", "rope", "a", "."]
CONFIG = {
    "model_type": "bert",
    "hidden_size": 48,
    "intermediate_size": 96,
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "max_position_embeddings": 64,
    "vocab_size": len(SPECIAL) + len(WORDS),
    "layer_norm_eps": 1e-12,
}
PAIRS = [
    {"evidence": "a storm at the coast", "claim": "storm ."},
    {"evidence": "storm .", "claim": "a storm at the coast"},
    {"evidence": "the keeper of the harbour keeps salt and rope", "claim": "a lantern"},
    {"evidence": "", "claim": "rope"},
]


def example_network() -> CrossEncoder:
    torch.manual_seed(10)
    network = CrossEncoder(Shape.of(CONFIG)).eval()
    with torch.no_grad():
        # Further apart than a network that has learned nothing: what says the same of all pairs agrees with anything.
        network.positions.weight.mul_(0.1)
        network.classifier.weight.mul_(8)
        network.classifier.bias.zero_()
    return network


def write_tokenizer(folder: Path) -> None:
    tokenizer = Tokenizer(models.WordPiece({word: index for index, word in enumerate(SPECIAL + WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", SPECIAL.index("[CLS]")), ("[SEP]", SPECIAL.index("[SEP]"))],
    )
    tokenizer.add_special_tokens([AddedToken(token, special=True) for token in SPECIAL])
    tokenizer.save(str(folder / "tokenizer.json"))


def write_example(out: Path) -> None:
    base = out / "base"
    base.mkdir(parents=True)
    write_tokenizer(base)
    (base / "config.json").write_text(json.dumps(CONFIG), encoding="utf8")
    network = example_network()
    encoder = PairEncoder(base / "tokenizer.json")
    with torch.no_grad():
        logits = network(*tensors([encoder.encode(pair["evidence"], pair["claim"]) for pair in PAIRS]))
    expected = [
        {**pair, "probability": probability} for pair, probability in zip(PAIRS, logits.softmax(-1)[:, 1].tolist())
    ]
    (out / "expected.json").write_text(json.dumps(expected), encoding="utf8")
    export(network, base, out)
    describe(out, "example")


if __name__ == "__main__":
    write_example(Path(sys.argv[1]))
