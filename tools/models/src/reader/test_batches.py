"""`python -m unittest` in this folder; skipped where torch or tokenizers are absent."""

import importlib.util
import unittest
from pathlib import Path

HAS_ALL = all(importlib.util.find_spec(name) for name in ("torch", "tokenizers", "numpy"))
if HAS_ALL:
    import torch
    from batches import WIDTH_STEP, Epoch, batch_of
    from reading_sets import ANSWERED, NONE, SPAN, Asked, Encoder
    from train import loss_of

TOKENIZER = Path(__file__).parents[4] / "libs/models/reader-bge-small/model/tokenizer.json"
PASSAGE = "The lamp burns whale oil. It weighs 40 pounds."


def asked_of(verdict: int, spans: tuple = ()) -> "Asked":
    return Asked("How heavy is the lamp?", "Pell", PASSAGE, verdict, spans)


@unittest.skipUnless(HAS_ALL, "torch or tokenizers is not installed")
class Batches(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.encoder = Encoder(TOKENIZER, 320)
        start = PASSAGE.index("40")
        cls.answered = asked_of(SPAN, ((start, start + 9),))

    def batch(self, *asked: "Asked"):
        return batch_of(self.encoder.encode(list(asked)))

    def test_the_right_places_are_the_pieces_of_the_answer_or_the_first_piece_where_nothing_answers(self):
        batch = self.batch(self.answered, asked_of(NONE))
        pieces = [self.encoder.tokenizer.id_to_token(int(batch.ids[0, place])) for place in batch.right[0].any(1).nonzero().flatten()]
        self.assertEqual(pieces, ["40", "pounds"])
        self.assertEqual(batch.right[1].any(1).nonzero().flatten().tolist(), [0])
        self.assertEqual(batch.verdicts.tolist(), [[False, True, False, False], [True, False, False, False]])

    def test_an_answer_of_an_unknown_kind_may_be_any(self):
        self.assertEqual(self.batch(asked_of(ANSWERED)).verdicts.tolist(), [[False, True, True, True]])

    def test_widths_are_rounded_up(self):
        self.assertEqual(self.batch(self.answered).ids.shape[1] % WIDTH_STEP, 0)

    def test_an_epoch_reads_every_question_once(self):
        asked = [self.answered, asked_of(NONE)] * 20
        epoch = Epoch(asked, TOKENIZER, 320, 600, 1)
        batches = list(epoch)
        self.assertEqual(sum(map(len, batches)), len(asked))
        self.assertTrue(all(batch.ids.numel() <= 600 for batch in batches))

    def test_the_loss_falls_as_the_right_places_and_verdicts_rise(self):
        batch = self.batch(self.answered, asked_of(NONE))
        spans, verdicts = torch.zeros(*batch.right.shape), torch.zeros(len(batch), 4)
        even = loss_of(spans, verdicts, batch)
        self.assertLess(loss_of(spans + 5 * batch.right, verdicts, batch), even)
        self.assertLess(loss_of(spans, verdicts + 5 * batch.verdicts, batch), even)
        self.assertGreater(loss_of(spans - 5 * batch.right, verdicts, batch), even)


if __name__ == "__main__":
    unittest.main()
