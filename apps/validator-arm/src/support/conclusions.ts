import { concludedFrom } from '@arbiter/composition';
import { statementOf, type Source } from '@arbiter/contracts';
import { type Steps, terms } from '@arbiter/text';
import type { ClaimSupport, EvidenceSpan } from './support-scorer.js';

/** What a conclusion may be drawn from: another claim that is supported, or a sentence of a source. */
interface Premise {
  readonly text: string;
  readonly probability: number;
  readonly spans: readonly EvidenceSpan[];
}

/** Probability of a premise that stands in a source: amounts may have been read of another thing of the same sentence. */
const READ_IN_SOURCE = 0.95;
/** Words of a conclusion that no premise has, at most: "that makes", "in all". */
const MOST_OWN_WORDS = 4;
const NAMES = /(?<!^)(?<![.!?]\s)\b\p{Lu}[\p{L}\p{N}'’-]+/gu;

/**
 * Claims that their sources do not state, and that follow by arithmetic from what they do: differences, sums, multiples,
 * shares and comparisons. The calculation is repeated; what its operands are worth decides the support. A claim a step.
 */
export function* drawingConclusions(
  supports: readonly ClaimSupport[],
  sources: readonly Source[],
): Steps<readonly ClaimSupport[]> {
  const contents = new Map([...sources].reverse().map(({ id, content }) => [id, content]));
  const stated = supports
    .filter(({ support }) => support === 'fully_supported')
    .map(({ claim, probability, spans }): Premise => ({ text: statementOf(claim), probability, spans }));
  const drawn: ClaimSupport[] = [];
  for (const support of supports) {
    yield;
    const isStated = support.support === 'fully_supported';
    drawn.push(isStated ? support : concluded(support, [...stated, ...nearestSentences(support, contents)]));
  }
  return drawn;
}

/** @returns the claim as it was where it does not follow from the premises */
function concluded(support: ClaimSupport, premises: readonly Premise[]): ClaimSupport {
  const sentence = statementOf(support.claim);
  const conclusion = concludedFrom(
    sentence,
    premises.map(({ text }) => text),
  );
  const used = conclusion?.operands.flatMap((at) => premises[at] ?? []) ?? [];
  if (used.length === 0 || !saysNothingElse(sentence, used)) return support;
  return {
    ...support,
    probability: Math.min(...used.map(({ probability }) => probability)),
    support: 'fully_supported',
    method: 'computed',
    reasoning: 'It follows from the amounts that the sources state.',
    spans: used.flatMap(({ spans }) => spans.slice(0, 1)),
    mismatches: [],
    settled: true,
  };
}

function nearestSentences({ spans }: ClaimSupport, contents: ReadonlyMap<string, string>): Premise[] {
  return spans.flatMap((span) => {
    const text = contents.get(span.sourceId)?.slice(span.start, span.end) ?? '';
    return text === '' ? [] : [{ text, probability: READ_IN_SOURCE, spans: [span] }];
  });
}

/** Whether a conclusion names nothing, and hardly says anything, that its premises do not. */
function saysNothingElse(sentence: string, premises: readonly Premise[]): boolean {
  const said = new Set(premises.flatMap(({ text }) => termsOf(text)));
  const isNamed = [...sentence.matchAll(NAMES)].every(([name]) => termsOf(name).every((term) => said.has(term)));
  const own = termsOf(sentence).filter((term) => !said.has(term) && !/\d/.test(term));
  return isNamed && own.length <= MOST_OWN_WORDS;
}

function termsOf(text: string): string[] {
  return terms(text).map(({ term }) => term);
}
