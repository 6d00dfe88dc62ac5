import {
  base,
  finishedFormula,
  fraction,
  isAtom,
  lowered,
  plainLetters,
  raised,
  root,
  spacedFormula,
} from '@arbiter/adapter-kit/documents';
import { childNamed, childrenNamed, isOn, valueOf, type WordElement } from './word-xml.js';

/**
 * A formula on one line, as people type it: `a/b`, `x²`, `√(x + 1)`, `∑_(i=1)^n xᵢ`, `(a, b; c, d)` for a matrix.
 * What cannot be raised in Unicode follows `^` or `_` (after UnicodeMath, Unicode Technical Note 28).
 *
 * @param formula an `m:oMath`, or whatever holds some
 */
export function formulaText(formula: WordElement): string {
  return finishedFormula(sequence(formula));
}

/** The children of an element, one after the other; operators between them are set apart. */
function sequence(element: WordElement | undefined, options: Options = {}): string {
  return spacedFormula((element?.children ?? []).map((child) => piece(child, options)));
}

interface Options {
  /** Within brackets of its own, a matrix needs no others. */
  readonly bracketed?: boolean;
  /** In a system of equations, `&` marks where its lines are aligned. */
  readonly aligned?: boolean;
}

/** What is not part of a formula: properties, and what was deleted under revision. */
const UNREAD = /^w:(?:del|moveFrom)$|Pr$/;

interface Piece {
  readonly element: WordElement;
  readonly options: Options;
  readonly property: WordElement | undefined;
  /** The formula in a child. */
  readonly part: (name: string) => string;
}

function piece(element: WordElement, options: Options): string {
  const write = PIECES.get(element.name);
  if (!write) return UNREAD.test(element.name) ? '' : sequence(element, options);
  const property = childNamed(element, `${element.name}Pr`);
  return write({ element, options, property, part: (name) => sequence(childNamed(element, name)).trim() });
}

const letters = ({ element, options }: Piece): string => {
  const text = plainLetters(element.text);
  return options.aligned === true ? text.replaceAll('&', '') : text;
};

const PIECES: ReadonlyMap<string, (piece: Piece) => string> = new Map(
  Object.entries<(piece: Piece) => string>({
    'm:t': letters,
    'w:t': letters,
    'w:br': () => ' ',
    'w:tab': () => ' ',
    // Several in one display stand on lines of their own.
    'm:oMath': ({ element, options }) => ` ${sequence(element, options)} `,
    'm:f': ({ part, property }) =>
      ` ${fraction(part('m:num'), part('m:den'), valueOf(property, 'm:type') !== 'noBar')} `,
    'm:sSup': ({ part }) => base(part('m:e')) + raised(part('m:sup')),
    'm:sSub': ({ part }) => base(part('m:e')) + lowered(part('m:sub')),
    'm:sSubSup': ({ part }) => base(part('m:e')) + lowered(part('m:sub')) + raised(part('m:sup')),
    'm:sPre': ({ part }) => ` ${raised(part('m:sup'))}${lowered(part('m:sub'))}${base(part('m:e'))}`,
    'm:rad': ({ part, property }) => root(part('m:e'), isOn(property, 'm:degHide') === true ? '' : part('m:deg')),
    'm:nary': ({ part, property }) => {
      const sign = valueOf(property, 'm:chr') ?? '∫';
      const from = isOn(property, 'm:subHide') === true ? '' : lowered(part('m:sub'));
      const to = isOn(property, 'm:supHide') === true ? '' : raised(part('m:sup'));
      return ` ${sign}${from}${to} ${part('m:e')} `;
    },
    'm:d': delimited,
    'm:m': ({ element, options }) => {
      const rows = childrenNamed(element, 'm:mr').map((row) =>
        childrenNamed(row, 'm:e')
          .map((cell) => sequence(cell).trim())
          .join(', '),
      );
      return options.bracketed === true ? rows.join('; ') : `[${rows.join('; ')}]`;
    },
    'm:eqArr': ({ element }) =>
      childrenNamed(element, 'm:e')
        .map((line) => sequence(line, { aligned: true }).trim())
        .filter((line) => line !== '')
        .join('; '),
    'm:func': ({ part }) => {
      const argument = part('m:e');
      return ` ${part('m:fName')}${/^[([{|]/.test(argument) ? '' : ' '}${isAtom(argument) ? argument : `(${argument})`} `;
    },
    'm:limLow': ({ part }) => part('m:e') + lowered(part('m:lim')),
    'm:limUpp': ({ part }) => part('m:e') + raised(part('m:lim')),
    'm:acc': ({ part, property }) => base(part('m:e')) + (valueOf(property, 'm:chr') ?? '\u0302'),
    'm:bar': ({ part, property }) => base(part('m:e')) + (valueOf(property, 'm:pos') === 'top' ? '\u0305' : '\u0332'),
    'm:phant': ({ part, property }) => (isOn(property, 'm:show') === false ? '' : part('m:e')),
  }),
);

function delimited({ element, property }: Piece): string {
  const parts = childrenNamed(element, 'm:e').map((part) => sequence(part, { bracketed: true }).trim());
  const between = valueOf(property, 'm:sepChr') ?? '|';
  const separator = /^[,;]$/.test(between) ? `${between} ` : ` ${between} `;
  return (valueOf(property, 'm:begChr') ?? '(') + parts.join(separator) + (valueOf(property, 'm:endChr') ?? ')');
}
