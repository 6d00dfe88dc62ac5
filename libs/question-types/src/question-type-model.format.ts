import type { QuestionType } from '@arbiter/contracts';

/**
 * A multinomial logistic regression over cues: the scores of a message, in nats, are the biases and the weights of its cues,
 * summed type by type.
 */
export interface QuestionTypeModel {
  /** What the numbers of each row are of, in order. */
  readonly types: readonly QuestionType[];
  readonly bias: readonly number[];
  /** By the name of the cue; one that is not here says nothing. */
  readonly weights: Readonly<Record<string, readonly number[]>>;
}
