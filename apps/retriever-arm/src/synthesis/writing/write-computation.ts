import {
  compute,
  quantitiesIn,
  speakRow,
  type AskedOperand,
  type Computation,
  type Quantity,
} from '@arbiter/composition';
import { termSet } from '@arbiter/text';
import type { CandidateSentence } from '../sentences/candidate-sentences.js';
import type { ChosenSentence, Composition } from '../sentences/compose-answer.js';
import type { JudgedSentence } from '../sentences/judge-sentences.js';
import { asChosen, isSameAmount, overlap, rankedAnswers, statedAmount } from './choose-answers.js';

/**
 * Log odds of the words that answer against "nothing here answers", from which an operand is computed with: at 2, seven to
 * one. Lower odds fell, in packs, on the rows of other things.
 */
const SURE = 2;
/** Of that score, a sentence with another amount has less than this share, 0–1. */
const RIVAL = 0.5;

export type ComputedComposition = Composition & Required<Pick<Composition, 'computed'>>;

/** A sentence with the amount that it states. */
interface ReadOperand {
  readonly said: ChosenSentence;
  readonly amount: Quantity;
}

/**
 * What a question wants computed, said first, then the sentences that hold the operands.
 *
 * @param operands the sentences as they were read with the question of each operand, in their order
 * @returns null where an operand was not read surely, two of them are the same words, or nothing can be computed of them
 */
export function writeComputation(
  asked: Computation,
  operands: readonly (readonly JudgedSentence[])[],
): ComputedComposition | null {
  const read = asked.operands
    .filter(({ question }) => question !== null)
    .map((operand, index) => {
      const own = termsOnlyOf(operand, asked.operands);
      return readOperand((operands[index] ?? []).filter(({ candidate }) => names(candidate, own)));
    });
  const found = read.flatMap((operand) => operand ?? []);
  if (found.length < operands.length || !areApart(found)) return null;
  const given = [...found];
  const amounts = asked.operands.map(({ question, text }) =>
    question === null ? (quantitiesIn(text)[0] ?? null) : (given.shift()?.amount ?? null),
  );
  const computed = compute(asked, amounts);
  if (!computed.ok) return null;
  const said = found.map((operand) => operand.said);
  const chosen = said.filter(
    (one, index) => said.findIndex((other) => overlap(one.candidate, other.candidate)) === index,
  );
  return { chosen, layout: 'prose', computed: computed.sentence };
}

/** Terms of an operand that no other one has: of equal ones all that it has. */
function termsOnlyOf(operand: AskedOperand, all: readonly AskedOperand[]): ReadonlySet<string> {
  const others = termSet(all.flatMap(({ text }) => (text === operand.text ? [] : [text])).join('\n'));
  const own = termSet(operand.text);
  const only = [...own].filter((term) => !others.has(term));
  return only.length > 0 ? new Set(only) : own;
}

/** Whether a sentence, or all that it stands under, names the operand: a reader takes another thing's row for it too easily. */
function names({ terms, contextTerms }: CandidateSentence, own: ReadonlySet<string>): boolean {
  return [...own].some((term) => terms.has(term)) || [...own].every((term) => contextTerms.has(term));
}

/** The amount in the sentence that answers; null where it is not sure, or another sentence answers with another one. */
function readOperand(judged: readonly JudgedSentence[]): ReadOperand | null {
  const [best, ...others] = rankedAnswers(judged).sort((a, b) => scoreOf(b) - scoreOf(a));
  const amount = best && scoreOf(best) >= SURE ? amountOf(best) : null;
  if (!best || !amount) return null;
  const isRivalled = others.some((other) => {
    const rival = scoreOf(other) >= RIVAL * scoreOf(best) ? amountOf(other) : null;
    return rival !== null && !isSameAmount(rival, amount);
  });
  return isRivalled ? null : { said: asChosen(best), amount };
}

function scoreOf({ span }: JudgedSentence): number {
  return span?.score ?? Number.NEGATIVE_INFINITY;
}

/** The one amount among the words that answer, as the answer will say it. */
function amountOf(judged: JudgedSentence): Quantity | null {
  const amount = statedAmount(judged);
  const row = speakRow(judged.candidate.text);
  return amount && row ? (quantitiesIn(row.text).find((each) => isSameAmount(each, amount)) ?? null) : amount;
}

/** No two operands are read from the same words. */
function areApart(operands: readonly ReadOperand[]): boolean {
  const places = operands.map(
    ({ said: { candidate, span } }) =>
      `${candidate.passage.documentId}:${candidate.passage.start + (span?.start ?? 0)}`,
  );
  return new Set(places).size === places.length;
}
