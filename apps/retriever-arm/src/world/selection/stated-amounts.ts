import { singularOf } from '@arbiter/extraction';
import { foldNumberWords } from '@arbiter/text';

/** A number that a text states of a thing. */
export interface StatedAmount {
  readonly number: number;
  /** Singular, lower case: "point"; a sign of money; empty if the text gives none. */
  readonly unit: string;
}

/** Other words for what a question measures, as labels and verbs: plain English for money and size, whatever it is counted in. */
const MEASURES: Readonly<Record<string, { readonly labels: readonly string[]; readonly verbs: string }>> = {
  cost: { labels: ['cost', 'price', 'fee', 'rate', 'charge', 'fare'], verbs: 'costs?|charges?' },
  weight: { labels: ['weight'], verbs: 'weighs?' },
  height: { labels: ['height'], verbs: 'stands' },
  length: { labels: ['length'], verbs: 'measures' },
  depth: { labels: ['depth'], verbs: 'reaches' },
};
const NUMBER = String.raw`(?<sign>[$€£¥])?(?<number>\d[\d,]*(?:\.\d+)?)(?![\d.:/–-])`;
const WORD = String.raw`[\p{L}%][\p{L}%'’-]*`;
/** "Beds: 24", "Weight (kg): 14" */
const FIELD = /^(?<label>[\p{L}][\p{L}\d ()$€£¥%/-]{0,40}): (?<value>\S.*)$/u;
/** Verbs that say what a thing has, whatever it is. */
const HAVING =
  'has|have|holds?|contains?|costs?|offers?|provides?|seats?|sleeps?|carries|carry|weighs?|measures?|takes?|employs?|houses?|counts?|is worth|with|comprises?';
/** Sentences that state no number of the present, or not exactly. */
const UNSURE =
  /\b(?:no|not|never|n't|once|formerly|used to|would|could|might|may|if|unless|until|was|were|had|about|around|roughly|nearly|almost|some|up to|at most|at least|over|under|below|above|more|less|fewer|per|each|every|extra|additional|another|between|half|planned|will)\b/iu;

/**
 * The amounts that a text states in a unit or under a label.
 *
 * @param text a sentence, a row of a table or a field of a form
 * @param wanted a unit or what is measured, as a question says it: "beds", "points", "cost"
 */
export function statedAmounts(text: string, wanted: string): StatedAmount[] {
  const folded = foldNumberWords(text);
  const labelled = folded.split(/;\s+|\n/u).flatMap((cell) => labelledAmount(FIELD.exec(cell), wanted));
  if (labelled.length > 0) return labelled;
  if (UNSURE.test(folded)) return [];
  const measure = MEASURES[singularOf(wanted)];
  const verbs = measure?.verbs ?? HAVING;
  const pattern = new RegExp(
    String.raw`\b(?:${verbs}) (?:exactly |only |just )?${NUMBER}(?: (?<unit>${WORD}(?: ${WORD})?))?`,
    'giu',
  );
  return [...folded.matchAll(pattern)].flatMap(({ groups }) => {
    const { sign, number = '', unit = '' } = groups ?? {};
    if (measure) return [{ number: numberOf(number), unit: unitOf(sign, unit.split(' ')[0] ?? '') }];
    return isIn(unit, wanted) ? [{ number: numberOf(number), unit: singularOf(wanted) }] : [];
  });
}

/** The amount of an attribute: a key and a value as front matter or a changelog has them; null if it is another one. */
export function amountOfAttribute(key: string, value: unknown, wanted: string): StatedAmount | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const [amount] = labelledAmount(
    /^(?<label>[^:]+): (?<value>.+)$/u.exec(`${key.replaceAll(/[_-]/gu, ' ')}: ${value}`),
    wanted,
  );
  return amount ?? null;
}

function labelledAmount(field: RegExpExecArray | null, wanted: string): StatedAmount[] {
  const { label = '', value = '' } = field?.groups ?? {};
  const found = new RegExp(String.raw`^${NUMBER}(?: ?(?<unit>${WORD}(?: ${WORD})?))?\.?$`, 'u').exec(
    value.trim(),
  )?.groups;
  if (!found) return [];
  const { sign, number = '', unit = '' } = found;
  const [said = '', inLabel = ''] = label.split('(');
  const name = singularOf(said.trim().toLowerCase());
  const measure = MEASURES[singularOf(wanted)];
  if (measure?.labels.includes(name)) {
    return [{ number: numberOf(number), unit: unitOf(sign, unit === '' ? inLabel.replace(')', '').trim() : unit) }];
  }
  if (name === singularOf(wanted))
    return unit === '' || isIn(unit, wanted) ? [{ number: numberOf(number), unit: name }] : [];
  return isIn(unit, wanted) ? [{ number: numberOf(number), unit: singularOf(wanted) }] : [];
}

/** Whether the words after a number begin with a unit: "beds" of "beds for". */
function isIn(unit: string, wanted: string): boolean {
  const words = unit.toLowerCase().split(' ');
  const asked = wanted.split(' ');
  return asked.every((word, at) => singularOf(words[at] ?? '') === singularOf(word));
}

function unitOf(sign: string | undefined, unit: string): string {
  return sign ?? singularOf(unit.toLowerCase());
}

function numberOf(text: string): number {
  return Number(text.replaceAll(',', ''));
}
