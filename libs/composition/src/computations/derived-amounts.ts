import { quantitiesIn, type Quantity } from '../quantities/quantities-in.js';
import { COMPARATIVE_PATTERN } from './computation.js';
import { COMPARED, DIFFERENCE, isPlain, isSame, TOTAL, valueIn } from './concluded-from.js';

/** Statements that are looked at. */
const MOST_STATEMENTS = 12;
/** Amounts of a sentence beyond which it is a table read aloud. */
const MOST_AMOUNTS = 10;
/** "By 60 dinars: asked for 260, the Guild pays 200." */
const BY = /^\W*by\s*$/i;

/** What a sentence says of amounts that it computes of others that it states itself. */
export interface DerivedAmounts {
  /** The sentence without the amounts that follow from its others; itself where none does. */
  readonly text: string;
  /** Amounts that follow: "14 weeks" of "14 weeks longer: 20 weeks against 6". */
  readonly derived: readonly string[];
  /** Amounts that are said to follow, and do not. */
  readonly wrong: readonly string[];
}

/**
 * Differences and sums of a sentence beside their operands, as people write conclusions: "14 weeks longer: the mother has 20 weeks, the
 * other parent 6". Only amounts that no statement holds are looked at, and only those of statements are operands.
 */
export function derivedAmounts(sentence: string, statements: readonly string[]): DerivedAmounts {
  const nothing = { text: sentence, derived: [], wrong: [] };
  const amounts = quantitiesIn(sentence).filter(isPlain);
  if (amounts.length < 3 || amounts.length > MOST_AMOUNTS) return nothing;
  const stated = statements.slice(0, MOST_STATEMENTS).flatMap((text) => quantitiesIn(text).filter(isPlain));
  const isStated = (amount: Quantity): boolean => stated.some((one) => one.value === amount.value);
  const operands = amounts.filter(isStated);
  const open = amounts.filter((amount) => !isStated(amount) && isConclusion(sentence, amount));
  if (operands.length < 2 || open.length === 0) return nothing;
  const [derived, wrong] = [
    open.filter((one) => follows(one, operands)),
    open.filter((one) => !follows(one, operands) && isSaidToFollow(sentence, one)),
  ];
  const words = ({ start, end }: Quantity): string => sentence.slice(start, end);
  return { text: cut(sentence, derived), derived: derived.map(words), wrong: wrong.map(words) };
}

/** Words of a sentence beside an amount, in UTF-16 code units, that say that it is computed. */
const BESIDE = 40;

function isConclusion(sentence: string, { start, end }: Quantity): boolean {
  const around = sentence.slice(Math.max(0, start - BESIDE), end + BESIDE);
  return COMPARED.test(around) || DIFFERENCE.test(around) || TOTAL.test(around) || BY.test(sentence.slice(0, start));
}

const MORE = new RegExp(String.raw`^\s+(?:${COMPARATIVE_PATTERN})\b`, 'iu');
const TOGETHER_BEFORE =
  /\b(?:together|altogether|combined|in all|both) ?(?:,|:|is|are|makes?|comes? to|adds? up to)? $/i;
const TOGETHER_BEHIND = /^ (?:together|altogether|combined|in all)\b/i;

/** Whether an amount stands where only what is computed stands: words farther off may be about another one. */
function isSaidToFollow(sentence: string, { start, end }: Quantity): boolean {
  const [before, behind] = [sentence.slice(0, start), sentence.slice(end)];
  return MORE.test(behind) || BY.test(before) || TOGETHER_BEFORE.test(before) || TOGETHER_BEHIND.test(behind);
}

function follows(target: Quantity, operands: readonly Quantity[]): boolean {
  return operands.some((a, at) =>
    operands.slice(at + 1).some((b) => {
      const [first, second] = [comparable(a, target), comparable(b, target)];
      if (first === null || second === null) return false;
      return isSame(Math.abs(first - second), target.value) || isSame(first + second, target.value);
    }),
  );
}

/** The second amount of a comparison often goes without its unit: "20 weeks against 6". */
function comparable(operand: Quantity, target: Quantity): number | null {
  return valueIn(operand, target) ?? (operand.unit === null || target.unit === null ? operand.value : null);
}

function cut(sentence: string, amounts: readonly Quantity[]): string {
  let text = '';
  let from = 0;
  for (const { start, end } of amounts) {
    text += sentence.slice(from, start).replace(/\bby\s*$/i, '');
    from = end;
  }
  return (text + sentence.slice(from)).replace(/\s+/g, ' ').replace(/^[\s:,;]+/, '');
}
