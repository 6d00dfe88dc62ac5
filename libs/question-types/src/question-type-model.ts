import type { QuestionType } from '@arbiter/contracts';
import fitted from './question-type-weights.json' with { type: 'json' };

/**
 * A multinomial logistic regression over phrases: the scores of a message, in nats, are the biases and the weights of its
 * phrases, summed type by type.
 */
export interface QuestionTypeModel {
  /** Question types of the numbers in each row, in order. */
  readonly types: readonly QuestionType[];
  readonly bias: readonly number[];
  /** Frequent words, which phrases spell out. */
  readonly words: ReadonlySet<string>;
  /** By phrase, as `phrasesOf` gives it; a phrase without a row has no weight. */
  readonly weights: ReadonlyMap<string, readonly number[]>;
}

/** A model as a file holds it. tools/models writes it. */
export interface QuestionTypeWeights {
  /** When, on what and how well it was fitted. */
  readonly about: string;
  readonly types: readonly string[];
  /** In nats. */
  readonly bias: readonly number[];
  /** Separated by blanks. */
  readonly words: string;
  /** A phrase, a tab and its weights in tenths of a nat, separated by blanks. */
  readonly phrases: readonly string[];
}

export function readQuestionTypeModel({ types, bias, words, phrases }: QuestionTypeWeights): QuestionTypeModel {
  return {
    types: types as readonly QuestionType[],
    bias,
    words: new Set(words.split(' ')),
    weights: new Map(
      phrases.map((line) => {
        const [phrase = '', row = ''] = line.split('\t');
        return [phrase, row.split(' ').map((tenths) => Number(tenths) / 10)];
      }),
    ),
  };
}

export const QUESTION_TYPE_MODEL: QuestionTypeModel = readQuestionTypeModel(fitted);
