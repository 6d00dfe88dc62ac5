/** What of the sets here the shipped model has seen: figures on those flatter it. By the name of the file. */
export const SEEN_SETS: Readonly<Record<string, 'fitted' | 'development'>> = {
  'fever_dev_pairs.jsonl': 'fitted',
  'fm2_train.jsonl': 'fitted',
  'halueval_qa_train.jsonl': 'fitted',
  'scifact_train.jsonl': 'fitted',
  'summedits_sentences_train.jsonl': 'fitted',
  'summedits_train.jsonl': 'fitted',
  'synth_train.jsonl': 'fitted',
  'wice_train_partial.jsonl': 'fitted',
  'scifact_dev.jsonl': 'development',
  'wice_dev.jsonl': 'development',
};
