import { datesIn, namesIn, negationsIn, numbersIn, terms, type DateMention, type NumberMention } from '@arbiter/text';

/** One sentence of the answer or of a source. */
export interface Statement {
  /** Null for the answer. */
  readonly sourceId: string | null;
  /** Place in the answer or in the source's content, UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** What it says; of a claim its statement. */
  readonly text: string;
  /** Stems of its content words. */
  readonly terms: ReadonlySet<string>;
}

/** What two statements are compared by. */
export interface StatementParts {
  /** Stems of content words that are no number, date or negator. */
  readonly subject: ReadonlySet<string>;
  readonly numbers: readonly NumberMention[];
  readonly dates: readonly DateMention[];
  readonly names: readonly string[];
  readonly negated: boolean;
  /** The words that limit when or of whom it holds. */
  readonly qualifiers: string;
}

const QUALIFIERS =
  /\b(?:if|unless|except|only|when|whenever|until|before|after|during|while|sometimes|usually|often|rarely|seldom|some|most|many|few|at least|at most|up to|about|around|almost|nearly|formerly|once|now|today|was once|used to|may|might|could|would|should|each|per|every|or)\b/giu;

export function statementOf(place: Omit<Statement, 'terms'>): Statement {
  return { ...place, terms: new Set(terms(place.text).map(({ term }) => term)) };
}

export function partsOf({ text }: Statement): StatementParts {
  const dates = datesIn(text);
  const numbers = numbersIn(text).filter(
    ({ start, end }) => !dates.some((date) => start < date.end && date.start < end),
  );
  const negations = negationsIn(text);
  const taken = [...dates, ...numbers, ...negations];
  return {
    subject: new Set(
      terms(text)
        .filter(({ start, end }) => !taken.some((other) => start < other.end && other.start < end))
        .map(({ term }) => term),
    ),
    numbers,
    dates,
    names: namesIn(text)
      .filter(({ start, end }) => !dates.some((date) => start < date.end && date.start < end))
      .map((name) => name.text.toLowerCase()),
    negated: negations.length % 2 === 1,
    qualifiers: (dates.reduce((rest, date) => rest.replace(date.text, ' '), text).match(QUALIFIERS) ?? [])
      .map((word) => word.toLowerCase())
      .join(' '),
  };
}
