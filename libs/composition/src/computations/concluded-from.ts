import { CARDINALS } from '@arbiter/english';
import { termSet } from '@arbiter/text';
import { quantitiesIn, type Quantity } from '../quantities/quantities-in.js';
import { unitRatio } from '../quantities/unit-families.js';
import { type AskedComparative, COMPARATIVE_PATTERN, comparativeOf } from './computation.js';

/** How a conclusion follows from amounts. `comparison`: which of two is greater, without saying by how much. */
export type ConclusionKind = 'difference' | 'total' | 'product' | 'ratio' | 'share' | 'comparison';

export interface Conclusion {
  readonly kind: ConclusionKind;
  /** Indices of the statements that hold the operands, each once. */
  readonly operands: readonly number[];
}

/** Statements and amounts of each that are looked at; more is a table read aloud. */
const MOST_STATEMENTS = 8;
const MOST_AMOUNTS = 8;
/** Amounts of one sum. */
const MOST_ADDENDS = 4;
/** Amounts that sums are looked for in: 2 ** 10 ways to choose. */
const MOST_SUMMED = 10;
/** How far a figure may be off that is said to be "about" so much, as a share of it. */
const ABOUT_SHARE = 0.05;
const EXACT_SHARE = 1e-9;
/** A share is said in whole percent, or to one place. */
const PERCENT_OFF = 0.5;
/** A bare number is a year in this range. */
const [FIRST_YEAR, LAST_YEAR] = [300, 2_999];

export const COMPARED = new RegExp(String.raw`\b(?<word>${COMPARATIVE_PATTERN})\b`, 'iu');
export const DIFFERENCE =
  /\b(?:difference|differ|apart|gap|margin|left|remain(?:s|ed|ing)?|passed|elapsed|between|lasted)\b/i;
export const TOTAL =
  /\b(?:total(?:s|led)?|sum|altogether|in all|all told|combined|together|adds? up|makes?|comes? to)\b/i;
const ABOUT = /\b(?:about|around|almost|nearly|roughly|approximately|some|just (?:under|over)|more than|over)\b/i;
/** What is denied does not follow. */
const NEGATED = /\b(?:not?|never|neither|nor|without)\b|n['’]t\b/i;
const TIMES =
  /\b(?:(?<twice>twice|double)|(?<thrice>thrice|triple)|(?<half>half)|(?<n>two|three|four|five|six|seven|eight|nine|ten|\d+(?:\.\d+)?)\s+times)\b/i;
/** Stands between the sides of a comparison: "than", "as many members as". */
const BEHIND = /\bthan\b|\bas\s+(?:much|many|long|old|far|high|heavy|tall|deep)\b(?:\s+\p{L}+){0,2}?\s+as\b/iu;

interface Operand extends Quantity {
  /** Index of its statement. */
  readonly at: number;
}

/**
 * From which statements a sentence follows by arithmetic: as the difference, the sum, a multiple, a share or a comparison of
 * amounts that they state. Which side of a comparison an amount belongs to is told by the words that its statement shares
 * with that side alone; where that is not sure, nothing is concluded.
 *
 * @param sentence "The Gull is two years older than the Tern."
 * @param statements "The Gull was built in 1702.", "The Tern was built in 1704."
 * @returns null where an amount of the sentence is neither stated nor computed, or nothing in it is
 */
export function concludedFrom(sentence: string, statements: readonly string[]): Conclusion | null {
  if (NEGATED.test(sentence)) return null;
  const times = TIMES.exec(sentence);
  const isTimes = ({ start }: Quantity): boolean =>
    times !== null && start >= times.index && start < times.index + times[0].length;
  const claimed = quantitiesIn(sentence).filter((amount) => isPlain(amount) && !isTimes(amount));
  // Most sentences conclude nothing, and the statements need not be read for them.
  if (claimed.length === 0 && times === null && !COMPARED.test(sentence)) return null;
  const operands = statements.slice(0, MOST_STATEMENTS).flatMap((text, at) =>
    quantitiesIn(text)
      .filter(isPlain)
      .slice(0, MOST_AMOUNTS)
      .map((quantity): Operand => ({ ...quantity, at })),
  );
  const open = claimed.filter((amount) => !operands.some((operand) => isSame(valueIn(operand, amount), amount.value)));
  const reading = new ReadSentence(sentence, statements, operands);
  const [target, ...others] = open;
  if (!target) return reading.comparison() ?? reading.multiple();
  for (const amount of open) {
    const found = reading.product(amount, open, claimed);
    if (found) return found;
  }
  return others.length > 0 ? null : (reading.difference(target) ?? reading.total(target) ?? reading.share(target));
}

class ReadSentence {
  private readonly comparative: AskedComparative | null;
  /** Terms before and behind the comparison that the other side has not. */
  private readonly sides: readonly [ReadonlySet<string>, ReadonlySet<string>];
  private readonly off: number;

  constructor(
    private readonly sentence: string,
    private readonly statements: readonly string[],
    private readonly operands: readonly Operand[],
  ) {
    this.comparative = comparativeOf(COMPARED.exec(sentence)?.groups?.word ?? '');
    const [left = '', right = ''] = sentence.split(BEHIND, 2);
    const [ofLeft, ofRight] = [termSet(left), termSet(right)];
    this.sides = [without(ofLeft, ofRight), without(ofRight, ofLeft)];
    this.off = ABOUT.test(sentence) ? ABOUT_SHARE : EXACT_SHARE;
  }

  comparison(): Conclusion | null {
    if (!this.comparative || this.sides[1].size === 0) return null;
    const { measure } = this.comparative;
    const pair = this.pairs().find(
      ([a, b]) => isMeasuredBy(measure, a) && this.isRightWay(a, b) && this.areBothNamed(a, b),
    );
    return pair ? conclusion('comparison', pair) : null;
  }

  difference(target: Quantity): Conclusion | null {
    const { comparative } = this;
    if (!comparative && !DIFFERENCE.test(this.sentence)) return null;
    const pair = this.pairs().find(([a, b]) => {
      const [first, second] = [valueIn(a, target), valueIn(b, target)];
      if (first === null || second === null || !this.isNear(Math.abs(first - second), target.value)) return false;
      return !comparative || this.isRightWay(a, b);
    });
    return pair ? conclusion('difference', pair) : null;
  }

  total(target: Quantity): Conclusion | null {
    if (!TOTAL.test(this.sentence)) return null;
    const addends = this.operands.filter((operand) => valueIn(operand, target) !== null).slice(0, MOST_SUMMED);
    const search = (from: number, left: number, chosen: readonly Operand[]): readonly Operand[] | null => {
      if (chosen.length > 1 && this.isNear(target.value - left, target.value)) return chosen;
      if (chosen.length === MOST_ADDENDS) return null;
      for (let at = from; at < addends.length; at += 1) {
        const operand = addends[at];
        const value = operand ? valueIn(operand, target) : null;
        if (!operand || value === null || value > left + this.off * target.value) continue;
        const found = search(at + 1, left - value, [...chosen, operand]);
        if (found) return found;
      }
      return null;
    };
    const found = search(0, target.value, []);
    return found ? conclusion('total', found) : null;
  }

  /** "Three nights cost 24 wicks": 3, of the sentence or a statement, times what one of its kind is stated to be. */
  product(target: Quantity, open: readonly Quantity[], claimed: readonly Quantity[]): Conclusion | null {
    const counts = claimed.filter(({ unit, value }) => unit !== null && unit !== target.unit && value !== 1);
    for (const operand of this.operands) {
      const each = valueIn(operand, target);
      if (each === null || each === 1) continue;
      for (const count of counts) {
        if (!this.isNear(count.value * each, target.value)) continue;
        if (!isPer(operand, count, this.statements[operand.at] ?? '')) continue;
        // What the sentence says besides must be stated.
        if (open.some((amount) => amount !== target && amount !== count)) continue;
        return conclusion('product', [operand]);
      }
    }
    return null;
  }

  /** "Twice as much as": how often one holds the other. */
  multiple(): Conclusion | null {
    const said = TIMES.exec(this.sentence)?.groups;
    if (!said || this.sides[1].size === 0) return null;
    const { twice, thrice, half, n = '' } = said;
    const word = CARDINALS.indexOf(n.toLowerCase());
    const times = twice ? 2 : thrice ? 3 : half ? 0.5 : word >= 0 ? word : Number(n);
    const pair = this.pairs().find(([a, b]) => {
      const of = valueIn(b, a);
      return of !== null && of !== 0 && this.isNear(a.value / of, times) && this.isInOrder(a, b);
    });
    return pair ? conclusion('ratio', pair) : null;
  }

  share(target: Quantity): Conclusion | null {
    if (target.unit !== '%') return null;
    const pair = this.pairs().find(([a, b]) => {
      const whole = valueIn(b, a);
      return (
        whole !== null &&
        whole > a.value &&
        isCounted(a) &&
        Math.abs((100 * a.value) / whole - target.value) <= PERCENT_OFF
      );
    });
    return pair ? conclusion('share', pair) : null;
  }

  /** Two amounts in both orders. */
  private pairs(): (readonly [Operand, Operand])[] {
    return this.operands.flatMap((a) => this.operands.filter((b) => b !== a).map((b) => [a, b] as const));
  }

  private isNear(value: number, wanted: number): boolean {
    return Math.abs(value - wanted) <= Math.max(this.off * Math.abs(wanted), EXACT_SHARE);
  }

  /** Whether the first amount is that of what the sentence calls greater, and is. */
  private isRightWay(a: Operand, b: Operand): boolean {
    const { comparative } = this;
    if (!comparative || !this.isInOrder(a, b)) return false;
    const other = valueIn(b, a);
    if (other === null) return false;
    const isByDate = isYear(a) && isYear(b) && /^(?:older|younger)$/.test(comparative.word);
    const isByTime = a.kind === 'duration' && /^(?:faster|quicker|slower)$/.test(comparative.word);
    const isSmaller = comparative.favoursSmaller !== (isByDate || isByTime);
    return isSmaller ? a.value < other : a.value > other;
  }

  /**
   * Whether the first amount belongs to what stands before the comparison, and the second to what stands behind it: told by
   * the words that only the one or the other shares with a side.
   */
  private isInOrder(a: Operand, b: Operand): boolean {
    const [said, other] = [this.contextOf(a), this.contextOf(b)];
    const [own, others] = [without(said, other), without(other, said)];
    const [left, right] = this.sides;
    const straight = shared(left, own) + shared(right, others);
    return straight > shared(left, others) + shared(right, own);
  }

  /** Whether each side of the comparison shares a word with the statement of its amount that the other does not. */
  private areBothNamed(a: Operand, b: Operand): boolean {
    const [said, other] = [this.contextOf(a), this.contextOf(b)];
    return shared(this.sides[0], without(said, other)) > 0 && shared(this.sides[1], without(other, said)) > 0;
  }

  /** The words of a statement about one of its amounts: those since the amount before it. */
  private contextOf({ at, start, end }: Operand): ReadonlySet<string> {
    const beside = this.operands.filter((operand) => operand.at === at);
    const from = Math.max(0, ...beside.filter((operand) => operand.end <= start).map((operand) => operand.end));
    const text = this.statements[at] ?? '';
    const isLast = !beside.some((operand) => operand.start > start);
    return termSet(text.slice(from, isLast ? text.length : end));
  }
}

function conclusion(kind: ConclusionKind, operands: readonly Operand[]): Conclusion {
  return { kind, operands: [...new Set(operands.map(({ at }) => at))] };
}

export function isPlain({ to, kind, value }: Quantity): boolean {
  return to === null && kind !== 'dice' && Number.isFinite(value);
}

function isYear({ date, unit, value }: Quantity): boolean {
  if (date) return date.year !== null;
  return unit === null && Number.isInteger(value) && value >= FIRST_YEAR && value <= LAST_YEAR;
}

/** The value of an amount in the unit of another one; null where they do not count the same. */
export function valueIn(operand: Quantity, other: Quantity): number | null {
  if (isYear(operand)) return isYear(other) || other.unit === 'year' ? operand.value : null;
  if (operand.unit === other.unit) return operand.value;
  if (operand.unit === null || other.unit === null) return null;
  const ratio = unitRatio(operand.unit, other.unit);
  return ratio === null ? null : operand.value * ratio;
}

export function isSame(value: number | null, wanted: number): boolean {
  return value !== null && Math.abs(value - wanted) <= EXACT_SHARE * Math.max(1, Math.abs(wanted));
}

/** Whether an amount is of what a comparative measures; of those that may measure anything nothing is concluded. */
function isMeasuredBy(measure: string, amount: Quantity): boolean {
  const { kind, unit } = amount;
  if (measure === 'old') return isYear(amount) || unit === 'year';
  if (measure === 'cost') return kind === 'money' || kind === 'count';
  if (measure === 'heavy') return kind === 'measure';
  if (measure === 'late') return isYear(amount);
  if (measure === 'fast' || measure === 'quick') return kind === 'duration' || kind === 'measure';
  return /^(?:long|tall|deep|wide|broad|thick|far)$/.test(measure) && (kind === 'measure' || kind === 'duration');
}

function isCounted({ kind, unit }: Quantity): boolean {
  return unit !== null && kind !== 'percent';
}

/** Whether an amount is one for each of what is counted: "a bed costs 8 wicks a night", "each bell weighs". */
function isPer({ per }: Quantity, { unit }: Quantity, statement: string): boolean {
  if (unit === null) return false;
  if (per !== null) return per === unit || per === 'each' || termSet(per).has(unit);
  return termSet(statement).has([...termSet(unit)][0] ?? unit);
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((term) => b.has(term)).length;
}

/** The terms of one that another has not. */
export function without(own: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...own].filter((term) => !others.has(term)));
}
