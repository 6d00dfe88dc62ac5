import type { Span } from '@arbiter/text';
import type { Definition } from '../extraction.js';
import { certaintyOf } from '../reading/certainty.js';
import type { Unit } from '../reading/read-layout.js';
import type { TypeReader } from '../reading/type-reader.js';
import { headNounOf } from './name-context.js';

const WORD = String.raw`[\p{L}\p{N}'’&-]+`;
/** After a name, in parentheses or between commas: "(Ward 3)", ", leader of Blue Crew since 2008,". */
const ASIDE = String.raw`(?: \([^()]{0,60}\))?(?:, [^,.;:]{1,80},)?`;
const ADVERB = String.raw`(?: now| also| still| today| only| currently| itself)?`;
/** "is a pump", "was one of the founders", "is the name of …", "is our hosting company". */
const COPULA = new RegExp(
  String.raw`^["”’]?${ASIDE} (?:is|was|are|were)${ADVERB} (?:an?|the|one of|its|his|her|their|our|my) ((?:${WORD},? ){0,6}${WORD})`,
  'u',
);
/** "is captain of the watch": an office has no article. */
const OFFICE = new RegExp(
  String.raw`^${ASIDE} (?:is|was|are|were)${ADVERB} ((?:\p{Ll}[\p{Ll}-]* ){0,4}\p{Ll}[\p{Ll}-]*) (?:of|at|in|for)(?!\p{L})`,
  'u',
);
/** "the first margrave, ", "its director ": a description before the name. */
const DESCRIBED_BEFORE = new RegExp(
  String.raw`(?:^|[\s(])(?:[Tt]he|[Aa]n?|[Ii]ts|[Hh]is|[Hh]er|[Oo]ur|[Tt]heir) ((?:(?!(?:is|was) )\p{Ll}[\p{Ll}’'-]* ){0,4}?(?!(?:is|was) )\p{Ll}[\p{Ll}’'-]*)(,| is| was)? (?:\p{Lu}\p{Ll}*\.? ){0,2}$`,
  'u',
);
/** ", the hosting company", ", an old foreman". */
const APPOSITION = new RegExp(
  String.raw`^["”’]?(?: \([^()]{0,60}\))?, (?:(?:an?|the|one of|its|his|her|their|our) )?(\p{Ll}${WORD}(?: ${WORD}){0,5})`,
  'u',
);
/** "sells tickets", "takes up to eight people": what something does, after its name. */
const PREDICATE = new RegExp(
  String.raw`^["”’]?${ASIDE}(?: (?:is|was|are|were|has|had|can|will)|${ADVERB} \p{Ll}{2,20}(?:s|ed))(?! not\b)(?= )`,
  'u',
);
const LABEL = /^["”’]?(?: \([^()]{0,60}\))?(?:: | [–—-] )\p{L}/u;
const SUBJECT_BEFORE = /^(?:[-*•] |\d{1,3}[.)] )?["“‘]?(?:(?:The|A|An|Our|Its) )?(?:\p{L}[\p{L}.-]* ){0,2}$/u;
const PRONOUN_COPULA = /^(?:It|He|She|They|This|These) (?:is|was|are|were) (?:an?|the|one of|our)(?!\p{L})/u;
const NOUN_PHRASE =
  /^(?:An? |The |One of |Our )?(\p{L}[\p{Ll}-]*(?: [\p{Ll}-]+){0,4})(?= (?:of|who|that|which|in|at|from|for|with|on)(?!\p{L})|[,.])/u;
const MARKER = /^(?:[-*•]|\d{1,3}[.)]) +/;
/** Longer sentences tell more than a definition. */
const MAX_LENGTH = 400;

/** What a definition may weigh. A copula beats an apposition, that a statement, that a place in a list or a table. */
const WEIGHTS = {
  copula: 3,
  opening: 3.2,
  label: 2.4,
  apposition: 2.2,
  role: 1.8,
  predicate: 1.5,
  described: 1.2,
  subject: 1,
  named: 0.6,
  row: 0.4,
} as const;
const OF_ITS_TYPE = 0.5;
const IN_OWN_DOCUMENT = 0.5;
const TOO_LONG = -0.7;
const DOUBT = { told: 0, doubtful: -0.6, untold: -0.6 } as const;

/** A name of one document, as far as it is defined. */
export interface Definable {
  readonly type: string | null;
  readonly spans: readonly Span[];
  /** Whether the document is about it. */
  readonly isTitle: boolean;
}

/**
 * Finds the sentence that says what something is: the one whose subject it is, with "is a …" or an apposition; else the one
 * that says what it does; else the first that names it.
 *
 * @param units of the document, in order
 * @returns null if no unit names it
 */
export function findDefinition(
  { type, spans, isTitle }: Definable,
  units: readonly Unit[],
  document: string,
  types: TypeReader,
): Definition | null {
  let best: Definition | null = null;
  const offer = (unit: Unit, weight: number): void => {
    const points =
      weight +
      (isTitle ? IN_OWN_DOCUMENT : 0) +
      (unit.text.length > MAX_LENGTH ? TOO_LONG : DOUBT[certaintyOf(unit.text, 0, unit.text.length)]);
    const start = unit.start + (MARKER.exec(unit.text)?.[0].length ?? 0);
    if (!best || points > best.weight) best = { document, start, end: unit.end, weight: points };
  };
  for (const span of spans) {
    const unit = unitAt(units, span.start);
    if (unit) offer(unit, weigh(unit, span, type, types));
  }
  const opening = isTitle ? units.find(({ kind, text }) => kind === 'sentence' && text.length > 20) : undefined;
  if (opening) offer(opening, weighOpening(opening, type, types));
  return best;
}

/** Of the definitions of one thing the best; of equal ones the first. */
export function bestDefinition(definitions: readonly (Definition | null)[]): Definition | null {
  return definitions.reduce((best, one) => (one && (!best || one.weight > best.weight) ? one : best), null);
}

function weigh(unit: Unit, { start, end }: Span, type: string | null, types: TypeReader): number {
  if (unit.cells.length > 0) return WEIGHTS.row;
  const before = unit.text.slice(0, start - unit.start);
  const after = unit.text.slice(end - unit.start, end - unit.start + 240);
  const [, description, link] = DESCRIBED_BEFORE.exec(before.slice(-80)) ?? [];
  const isDescribed = description !== undefined && speaksFor(description, type, types);
  if (isDescribed && link !== undefined) return WEIGHTS.role;
  if (!SUBJECT_BEFORE.test(before)) {
    const noun = APPOSITION.exec(after)?.[1];
    return noun !== undefined && speaksFor(noun, type, types)
      ? WEIGHTS.apposition
      : isDescribed
        ? WEIGHTS.described
        : WEIGHTS.named;
  }
  const complement = COPULA.exec(after)?.[1];
  if (complement !== undefined) return WEIGHTS.copula + (speaksFor(complement, type, types) ? OF_ITS_TYPE : 0);
  const office = OFFICE.exec(after)?.[1];
  if (office !== undefined && speaksFor(office, type, types)) return WEIGHTS.copula;
  const noun = APPOSITION.exec(after)?.[1];
  if (noun !== undefined && speaksFor(noun, type, types)) return WEIGHTS.apposition;
  if (LABEL.test(after)) return WEIGHTS.label;
  return PREDICATE.test(after) ? WEIGHTS.predicate : isDescribed ? WEIGHTS.described : WEIGHTS.subject;
}

/** A document's first sentence may tell of its subject without the name: "Halfling merchant who ran a potion stall." */
function weighOpening(unit: Unit, type: string | null, types: TypeReader): number {
  if (PRONOUN_COPULA.test(unit.text)) return WEIGHTS.opening;
  const noun = NOUN_PHRASE.exec(unit.text)?.[1];
  return noun !== undefined && speaksFor(noun, type, types) ? WEIGHTS.opening : WEIGHTS.row;
}

function speaksFor(phrase: string, type: string | null, types: TypeReader): boolean {
  return type !== null && types.votesFor(headNounOf(phrase.toLowerCase()))[type] !== undefined;
}

/** The unit that holds a place of the text. */
function unitAt(units: readonly Unit[], at: number): Unit | undefined {
  let [low, high] = [0, units.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const unit = units[middle];
    if (!unit) return undefined;
    if (at < unit.start) high = middle - 1;
    else if (at >= unit.end) low = middle + 1;
    else return unit;
  }
  return undefined;
}
