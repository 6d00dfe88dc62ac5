import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wordOverlapNetwork } from './word-overlap-network.js';

const SPECIAL = ['[PAD]', '[UNK]', '[CLS]', '[SEP]'];

/** Vocabulary of the tiny model; everything else is [UNK]. `void` spoils its logit. */
const WORDS = ['lantern', 'coast', 'storm', 'harbour', 'keeper', 'salt', 'rope', 'a', 'b', '.', 'void'];

const VOCABULARY = [...SPECIAL, ...WORDS];

export interface TinyModel {
  /** Token positions that the model claims to know. */
  readonly positions?: number;
  /** One for each output: what it multiplies the number of shared words with. */
  readonly factors?: readonly number[];
  /** Names of the outputs by the configuration. */
  readonly labels?: readonly string[];
  /** Special tokens between the two texts of a pair: BERT has one, RoBERTa two. */
  readonly separators?: number;
}

/** Writes a cross-encoder that counts the words that its two texts share. */
export async function writeTinyCrossEncoder(
  directory: string,
  { positions = 512, factors = [1], labels = ['LABEL_0'], separators = 1 }: TinyModel = {},
): Promise<void> {
  const rows = VOCABULARY.map((word) => (SPECIAL.includes(word) ? 'zero' : word === 'void' ? 'nan' : 'one-hot'));
  const id2label = Object.fromEntries(labels.entries());
  const write = (name: string, content: string | Uint8Array): Promise<void> =>
    writeFile(join(directory, name), content);
  await write('model.onnx', wordOverlapNetwork(rows, factors));
  await write('tokenizer.json', JSON.stringify(tokenizer(separators)));
  await write('config.json', JSON.stringify({ model_type: 'bert', max_position_embeddings: positions, id2label }));
}

/** Describes files as `arbiter models --pull` does. */
export async function writeLock(directory: string, files: Readonly<Record<string, Uint8Array>>): Promise<void> {
  const described = Object.entries(files).map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  await writeFile(join(directory, 'arbiter-model.json'), JSON.stringify({ files: described }));
}

function tokenizer(separators: number): unknown {
  const special = (id: string, type_id: number) => ({ SpecialToken: { id, type_id } });
  const between = Array.from({ length: separators }, () => special('[SEP]', 0));
  const text = (id: string, type_id: number) => ({ Sequence: { id, type_id } });
  const single = [special('[CLS]', 0), text('A', 0), special('[SEP]', 0)];
  const idOf = (token: string): number => VOCABULARY.indexOf(token);
  const template = (id: string): [string, unknown] => [id, { id, ids: [idOf(id)], tokens: [id] }];
  return {
    version: '1.0',
    // As published files have it: not to be followed.
    truncation: { max_length: 4, strategy: 'LongestFirst', stride: 0, direction: 'Right' },
    padding: null,
    added_tokens: SPECIAL.map((content) => ({
      id: idOf(content),
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single,
      pair: [special('[CLS]', 0), text('A', 0), ...between, text('B', 1), special('[SEP]', 1)],
      special_tokens: Object.fromEntries(['[CLS]', '[SEP]'].map(template)),
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(VOCABULARY.map((token, id) => [token, id])),
    },
  };
}
