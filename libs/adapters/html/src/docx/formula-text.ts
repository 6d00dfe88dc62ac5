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

function piece(element: WordElement, options: Options): string {
  const property = childNamed(element, `${element.name}Pr`);
  const part = (name: string): string => sequence(childNamed(element, name)).trim();
  switch (element.name) {
    case 'm:t':
    case 'w:t': {
      const text = plainLetters(element.text);
      return options.aligned === true ? text.replaceAll('&', '') : text;
    }
    case 'w:br':
    case 'w:tab':
      return ' ';
    case 'm:oMath':
      // Several in one display stand on lines of their own.
      return ` ${sequence(element, options)} `;
    case 'm:f':
      return ` ${fraction(part('m:num'), part('m:den'), valueOf(property, 'm:type') !== 'noBar')} `;
    case 'm:sSup':
      return base(part('m:e')) + raised(part('m:sup'));
    case 'm:sSub':
      return base(part('m:e')) + lowered(part('m:sub'));
    case 'm:sSubSup':
      return base(part('m:e')) + lowered(part('m:sub')) + raised(part('m:sup'));
    case 'm:sPre':
      return ` ${raised(part('m:sup'))}${lowered(part('m:sub'))}${base(part('m:e'))}`;
    case 'm:rad':
      return root(part('m:e'), isOn(property, 'm:degHide') === true ? '' : part('m:deg'));
    case 'm:nary': {
      const sign = valueOf(property, 'm:chr') ?? '∫';
      const from = isOn(property, 'm:subHide') === true ? '' : lowered(part('m:sub'));
      const to = isOn(property, 'm:supHide') === true ? '' : raised(part('m:sup'));
      return ` ${sign}${from}${to} ${part('m:e')} `;
    }
    case 'm:d':
      return delimited(element, property);
    case 'm:m': {
      const rows = childrenNamed(element, 'm:mr').map((row) =>
        childrenNamed(row, 'm:e')
          .map((cell) => sequence(cell).trim())
          .join(', '),
      );
      return options.bracketed === true ? rows.join('; ') : `[${rows.join('; ')}]`;
    }
    case 'm:eqArr':
      return childrenNamed(element, 'm:e')
        .map((line) => sequence(line, { aligned: true }).trim())
        .filter((line) => line !== '')
        .join('; ');
    case 'm:func': {
      const argument = part('m:e');
      return ` ${part('m:fName')}${/^[([{|]/.test(argument) ? '' : ' '}${isAtom(argument) ? argument : `(${argument})`} `;
    }
    case 'm:limLow':
      return part('m:e') + lowered(part('m:lim'));
    case 'm:limUpp':
      return part('m:e') + raised(part('m:lim'));
    case 'm:acc':
      return base(part('m:e')) + (valueOf(property, 'm:chr') ?? '\u0302');
    case 'm:bar':
      return base(part('m:e')) + (valueOf(property, 'm:pos') === 'top' ? '\u0305' : '\u0332');
    case 'm:phant':
      return isOn(property, 'm:show') === false ? '' : part('m:e');
    default:
      return UNREAD.test(element.name) ? '' : sequence(element, options);
  }
}

function delimited(element: WordElement, property: WordElement | undefined): string {
  const parts = childrenNamed(element, 'm:e').map((part) => sequence(part, { bracketed: true }).trim());
  const between = valueOf(property, 'm:sepChr') ?? '|';
  const separator = /^[,;]$/.test(between) ? `${between} ` : ` ${between} `;
  return (valueOf(property, 'm:begChr') ?? '(') + parts.join(separator) + (valueOf(property, 'm:endChr') ?? ')');
}
