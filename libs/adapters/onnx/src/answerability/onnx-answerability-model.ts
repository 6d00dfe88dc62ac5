import type { AnswerabilityModel, AnswerCandidate } from '@arbiter/ports';
import { ANSWERABILITY } from '../cross-encoder/describe-cross-encoder-problem.js';
import { OnnxEntailmentModel, type OnnxEntailmentOptions } from '../entailment/onnx-entailment-model.js';

/** What is read of each part, in UTF-16 code units: about the word pieces that the model was trained with. */
const READ = { question: 240, heading: 120, before: 200, statement: 800 } as const;
/** Between question and surroundings; the tokeniser makes one piece of it. */
const SEPARATOR = ' [SEP] ';

/**
 * A classifier of question and statement in a worker thread. To the network it is a pair like that of an entailment model:
 * question and surroundings first, the statement second.
 */
export class OnnxAnswerabilityModel implements AnswerabilityModel {
  readonly model: string;
  readonly #pairs: OnnxEntailmentModel;

  /** @throws RangeError when `threads` is no number from 1 */
  constructor(options: Omit<OnnxEntailmentOptions, 'use'>) {
    this.model = options.name;
    this.#pairs = new OnnxEntailmentModel({ ...options, use: ANSWERABILITY });
  }

  async score(
    candidates: readonly AnswerCandidate[],
    options: { readonly signal: AbortSignal },
  ): Promise<readonly (number | null)[]> {
    return this.#pairs.score(
      candidates.map((candidate) => ({
        evidence: `${candidate.question.slice(0, READ.question)}${SEPARATOR}${surroundings(candidate)}`,
        claim: candidate.statement.slice(0, READ.statement),
      })),
      options,
    );
  }

  async warmUp(signal: AbortSignal): Promise<void> {
    await this.#pairs.warmUp(signal);
  }

  async close(): Promise<void> {
    await this.#pairs.close();
  }
}

function surroundings({ heading, before }: AnswerCandidate): string {
  const words = before.replaceAll(/\s+/g, ' ').trim().slice(-READ.before);
  return [heading.slice(0, READ.heading), words].filter((part) => part !== '').join('. ');
}
