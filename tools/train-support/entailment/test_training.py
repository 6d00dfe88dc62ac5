"""`python -m unittest` in this folder; what needs torch is skipped where that is absent."""

import importlib.util
import json
import random
import tempfile
import unittest
from pathlib import Path

import made_pairs

HAS_TORCH = importlib.util.find_spec("torch") is not None
HAS_NUMPY = importlib.util.find_spec("numpy") is not None
EVIDENCE = "In 1859, Mara Fell (a keeper) lit the lamp of Gull Point. The lamp burns whale oil and is 70 feet high. It was not moved."
OTHERS = ["Gregor Hask was born in 1912 in Ostreach.", "The harbour is open from April to October."]


class MadePairs(unittest.TestCase):
    def test_an_error_changes_the_sentence_and_is_not_in_the_evidence(self):
        for seed in range(200):
            rng = random.Random(seed)
            sentence = rng.choice(made_pairs.sentences(EVIDENCE))
            wrong = made_pairs.with_error(sentence, EVIDENCE, OTHERS, rng)
            if wrong is not None:
                self.assertNotEqual(wrong, sentence)
                self.assertNotIn(wrong, EVIDENCE)

    def test_errors_are_of_several_kinds(self):
        made = {made_pairs.with_error(made_pairs.sentences(EVIDENCE)[0], EVIDENCE, OTHERS, random.Random(s)) for s in range(200)}
        self.assertTrue(any(wrong and "1859" not in wrong for wrong in made), "no number was changed")
        self.assertTrue(any(wrong and "Mara Fell" not in wrong for wrong in made), "no name was changed")
        self.assertGreater(len(made), 8)

    def test_a_negation_is_put_in_or_taken_away(self):
        self.assertEqual(made_pairs.negated("It was not moved.", random.Random(1)), "It was moved.")
        self.assertRegex(made_pairs.negated("It was moved.", random.Random(1)), r"^It was (not|never|no longer) moved\.$")

    def test_rewording_keeps_numbers_and_names(self):
        for seed in range(50):
            said = made_pairs.reworded("Mara Fell (a keeper) also lit the lamp 70 times.", random.Random(seed))
            self.assertIn("Mara Fell", said)
            self.assertIn("70", said)

    def test_the_same_seed_makes_the_same(self):
        make = lambda: [made_pairs.reworded(EVIDENCE, random.Random(3)), made_pairs.with_error(EVIDENCE, "", OTHERS, random.Random(3))]
        self.assertEqual(make(), make())

    def test_what_is_removed_is_not_said_by_the_rest(self):
        first, second, third = made_pairs.sentences(EVIDENCE)
        self.assertEqual(made_pairs.without(second, EVIDENCE), f"{first} {third}")
        self.assertIsNone(made_pairs.without(second, f"{EVIDENCE} The lamp there burns whale oil and is seventy feet high."))


@unittest.skipUnless(HAS_NUMPY, "numpy is not installed")
class Weights(unittest.TestCase):
    """Rows are (log odds by features, log odds by the model, label)."""

    def table(self, of_features: float, of_model: float, noise: int):
        import numpy

        rng = numpy.random.default_rng(noise)
        labels = numpy.arange(400) % 2
        sides = 2 * labels - 1
        return numpy.column_stack(
            [of_features * sides + rng.normal(size=400), of_model * sides + rng.normal(size=400) - 1, labels]
        )

    def test_what_tells_more_counts_more(self):
        from weigh import fitted_weights

        weights = fitted_weights([self.table(0.2, 1.0, 1), self.table(0.2, 1.0, 2)])
        self.assertGreater(weights["entailment"], 2 * weights["features"])
        self.assertAlmostEqual(weights["neutral"], -1, delta=0.3)

    def test_what_speaks_against_the_truth_counts_nothing(self):
        from weigh import fitted_weights

        weights = fitted_weights([self.table(1.0, -0.5, 1)])
        self.assertEqual(weights["entailment"], 0)
        self.assertGreater(weights["features"], 0)

    def test_the_figures_of_a_set_are_by_weights_of_the_others(self):
        import numpy
        from weigh import figures_of

        tables = {"a_dev": self.table(1.0, 1.0, 1), "b_dev": self.table(1.0, -1.0, 2)}
        figures = figures_of("a_dev", tables, numpy.random.default_rng(1))
        # The other set says that the model counts nothing, though on this one it would help.
        self.assertEqual(figures["both"]["auroc"][0], figures["features"]["auroc"][0])
        low, high = figures["features"]["auroc"][1:]
        self.assertLess(low, figures["features"]["auroc"][0])
        self.assertGreater(high, figures["features"]["auroc"][0])

    def test_equal_scores_count_half(self):
        import numpy
        from weigh import auroc

        labels = numpy.array([True, False, True, False])
        self.assertEqual(auroc(numpy.zeros(4), labels), 0.5)
        self.assertEqual(auroc(numpy.array([2.0, 1.0, 1.0, 0.0]), labels), 0.875)


@unittest.skipUnless(HAS_TORCH, "torch is not installed")
class Export(unittest.TestCase):
    def test_the_exported_network_says_what_the_trained_one_says(self):
        import numpy
        import onnxruntime
        import torch
        from batches import tensors
        from example import PAIRS, example_network, write_tokenizer
        from batches import PairEncoder
        from export import write_network

        with tempfile.TemporaryDirectory() as folder:
            write_tokenizer(Path(folder))
            encoder = PairEncoder(Path(folder) / "tokenizer.json")
            network = example_network()
            write_network(network, Path(folder) / "model.onnx")
            session = onnxruntime.InferenceSession(str(Path(folder) / "model.onnx"))
            inputs = tensors([encoder.encode(pair["evidence"], pair["claim"]) for pair in PAIRS])
            with torch.no_grad():
                expected = network(*inputs).numpy()
            names = [one.name for one in session.get_inputs()]
            (logits,) = session.run(["logits"], {name: value.numpy() for name, value in zip(names, inputs)})
            numpy.testing.assert_allclose(logits, expected, atol=1e-4)

    def test_padding_does_not_change_a_pair(self):
        import torch
        from batches import PairEncoder, tensors
        from example import PAIRS, example_network, write_tokenizer

        with tempfile.TemporaryDirectory() as folder:
            write_tokenizer(Path(folder))
            encoder = PairEncoder(Path(folder) / "tokenizer.json")
        network = example_network()
        encoded = [encoder.encode(pair["evidence"], pair["claim"]) for pair in PAIRS]
        with torch.no_grad():
            together = network(*tensors(encoded))
            alone = torch.cat([network(*tensors([one])) for one in encoded])
        self.assertLess(float((together - alone).abs().max()), 1e-4)

    def test_a_network_learns_what_it_is_shown(self):
        from batches import PairEncoder
        from example import example_network, write_tokenizer
        from fit import fit
        from pairs import Example
        from score import score

        with tempfile.TemporaryDirectory() as folder:
            write_tokenizer(Path(folder))
            encoder = PairEncoder(Path(folder) / "tokenizer.json")
        network = example_network()
        yes, no = ("storm", "storm coast"), ("storm", "salt rope")
        examples = [Example("fm2_train", *yes, True), Example("fm2_train", *no, False)] * 64
        fit(network, examples, encoder, minutes=1, steps=40, seed=1, device="cpu", report=lambda line: None)
        supported, other = score(network, encoder, [yes, no])
        self.assertGreater(supported, other + 1)


class Folder(unittest.TestCase):
    @unittest.skipUnless(HAS_TORCH, "torch is not installed")
    def test_a_folder_holds_what_the_adapter_reads_with_its_hashes(self):
        import hashlib
        from example import write_example

        with tempfile.TemporaryDirectory() as folder:
            write_example(Path(folder))
            lock = json.loads((Path(folder) / "arbiter-model.json").read_text("utf8"))
            self.assertEqual({file["name"] for file in lock["files"]}, {"config.json", "model.onnx", "tokenizer.json"})
            for file in lock["files"]:
                content = (Path(folder) / file["name"]).read_bytes()
                self.assertEqual(file["sha256"], hashlib.sha256(content).hexdigest())


if __name__ == "__main__":
    unittest.main()
