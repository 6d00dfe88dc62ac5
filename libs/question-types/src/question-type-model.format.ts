import type { QuestionType } from '@arbiter/contracts';

/**
 * A multinomial logistic regression over cues: the scores of a message, in nats, are the biases and the weights of its cues,
 * summed type by type.
 */
export interface QuestionTypeModel {
  /** Question types of the numbers in each row, in order. */
  readonly types: readonly QuestionType[];
  readonly bias: readonly number[];
  /** By the name of the cue; a cue without a row has no weight. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
}
