"""Specs of restore.py: python -m unittest"""

import tempfile
import unittest
from pathlib import Path

import torch
from integer_reader import IntegerReader
from reader_network import Reader
from restore import restored


class Restored(unittest.TestCase):
    def test_weights_come_back_but_for_their_rounding(self) -> None:
        torch.manual_seed(1)
        network = Reader(layers=1, words=50).eval()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model.onnx"
            path.write_bytes(IntegerReader(network.state_dict()).build().SerializeToString())
            state = restored(path)
        original = network.state_dict()
        self.assertEqual(state.keys(), original.keys())
        for name, weights in original.items():
            # A step of 7 bits is a sixty-third of the largest weight, and rounding takes half of one.
            largest = weights.abs().max().item()
            self.assertLess((state[name] - weights).abs().max().item(), 0.01 * largest + 1e-3, name)
        again = Reader(layers=1, words=50)
        again.load_state_dict(state)


if __name__ == "__main__":
    unittest.main()
