import { analyse } from 'scslre';

/** A text that is as slow to read as a writer can make it: `head`, then `unit` again and again, then `rest` again and again. */
export interface Shape {
  readonly head: string;
  readonly unit: string;
  readonly rest?: string;
}

/** Neither space nor part of a word, and in no pattern: what has been read up to here was read in vain. */
const SPOILER = '\u0000';

/** @returns the shape at a length, in UTF-16 code units, or little more */
export function textOf({ head, unit, rest }: Shape, length: number): string {
  const share = Math.ceil(length / (rest === undefined ? 1 : 2));
  const again = (part: string): string => part.repeat(Math.ceil(share / part.length));
  const text = `${head}${again(unit)}${rest === undefined ? '' : again(rest)}${SPOILER}`;
  // A string of many parts becomes one when it is read, which is no work of the pattern.
  text.charCodeAt(0);
  return text;
}

/** What is slow for many patterns: runs of one kind, marks that open something, and words that instruct. */
export const COMMON_SHAPES: readonly Shape[] = [
  'a', 'A', 'é', '中', '1', ' ', '\n', '\t', '-', '_', '.', '"', '(', '[', '|', '#', '`', '<', '=', '/',
  'a ', 'A ', 'Aa ', 'the ', 'é ', 'a.', 'a-', 'a_', 'a@', 'a: ', 'a, ', '1.', '1,', '1 ', '1-', ' \n', '\n\n', '- a\n', '| a ',
  'a\n', 'A. ', '](', '[](', '![', '<a ', '<source ', 'http://', 'https://a.', 'system: ', 'whatever the user asks ', '\\', '😀',
].map((unit) => ({ head: '', unit })); // prettier-ignore

type Pattern = ReturnType<typeof analyse>['parsed']['pattern'];
type Alternative = Pattern['alternatives'][number];
type Element = Alternative['elements'][number];

interface Loop {
  readonly before: string;
  readonly body: string;
}

/** Characters that stand for a class, the first that is in it. */
const CANDIDATES = Array.from(
  `aA1 -_.,:;/"'()[]<>{}|#@!?*+=%&$^~\`\n\t\\é中ß’“«…–😀${String.fromCharCode(...Array.from({ length: 94 }, (_, index) => index + 33))}`,
);
/** More copies than this of a part that a pattern wants a number of times show nothing new. */
const MOST_COPIES = 50;

/**
 * Shapes that a pattern itself suggests: what it begins with, again and again, and each of its loops, read for long, behind
 * one beginning or behind many. Whoever writes a hostile text can read the pattern.
 *
 * @returns also whether the pattern takes exponential time, so that it must not be tried
 * @throws SyntaxError for a pattern that is none
 */
export function ownShapes(source: string, flags: string): { shapes: Shape[]; isExponential: boolean } {
  const { parsed, reports } = analyse({ source, flags }, { reportTypes: { Self: true, Trade: true, Move: true } });
  const walk = new PatternWalk(flags);
  for (const one of parsed.pattern.alternatives) walk.alternative(one, '');
  const shapes = walk.shapes();
  for (const { character } of reports) shapes.push({ head: '', unit: character.pick });
  return { shapes: distinct(shapes), isExponential: reports.some(({ exponential }) => exponential) };
}

function distinct(shapes: readonly Shape[]): Shape[] {
  const units = shapes.filter(({ unit, rest }) => unit !== '' && rest !== '');
  return [...new Map(units.map((one) => [JSON.stringify(one), one])).values()];
}

/** Goes once through a pattern and writes along what it matches: of a group the first alternative, of a loop one round. */
class PatternWalk {
  readonly #written = new Set<string>();
  readonly #loops: Loop[] = [];

  constructor(private readonly flags: string) {}

  /** @returns `before`, and behind it what the alternative matches */
  alternative({ elements }: Alternative, before: string): string {
    const written = elements.reduce((text, element) => this.#element(element, text), before);
    this.#written.add(written);
    return written;
  }

  #element(element: Element, before: string): string {
    switch (element.type) {
      case 'Character':
        return before + String.fromCodePoint(element.value);
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return before + this.#characterOf(element.raw);
      case 'Group':
      case 'CapturingGroup': {
        const [first = before] = element.alternatives.map((one) => this.alternative(one, before));
        return first;
      }
      case 'Quantifier': {
        this.#written.add(before);
        const once = this.#element(element.element, before);
        const body = once.slice(before.length);
        if (element.max === Infinity) this.#loops.push({ before, body });
        return before + body.repeat(Math.min(Math.max(element.min, 1), MOST_COPIES));
      }
      case 'Assertion':
        if ('alternatives' in element) for (const one of element.alternatives) this.alternative(one, before);
        return before;
      default:
        return before;
    }
  }

  #characterOf(raw: string): string {
    const pattern = new RegExp(`^(?:${raw})$`, this.flags.replace(/[gy]/g, ''));
    return CANDIDATES.find((one) => pattern.test(one)) ?? '';
  }

  shapes(): Shape[] {
    const beginnings = [...this.#written].flatMap((unit) =>
      [unit, `${unit} `, `${unit}\n`].map((one) => ({ head: '', unit: one })),
    );
    const loops = this.#loops.flatMap(({ before, body }) => [
      { head: before, unit: body },
      { head: before, unit: `${body} ` },
      { head: '', unit: before, rest: body },
      { head: '', unit: `${before} `, rest: body },
    ]);
    const pairs = this.#loops.flatMap((one, index) => {
      const next = this.#loops[index + 1];
      return next?.before.startsWith(one.before) ? [{ head: one.before, unit: one.body, rest: next.body }] : [];
    });
    return [...beginnings, ...loops, ...pairs];
  }
}
