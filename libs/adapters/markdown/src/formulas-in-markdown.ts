import { isFormula, replaceFormulas, texFormula } from '@arbiter/adapter-kit/documents';
import { FenceTracker } from './obsidian-syntax.js';

/** Lines of the longest formula. */
const MAX_LINES = 200;
/** A formula that begins a line, behind the marks of quotes and items. */
const DISPLAY =
  /^((?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)*)(\$\$|\\begin\{(?:equation|align|alignat|gather|multline|eqnarray)\*?\})(.*)$/;
const PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** Stands for the caret of a formula until the document is read: two of them would be a raised text. A noncharacter of Unicode. */
const CARET = '\ufdd7';

/**
 * Writes the formulas of Markdown on one line, outside code: `$x^2$` is "x²". What they hold is no markup of Markdown. Prices
 * between dollars stay. No line is added or taken away.
 *
 * @returns text with carets to be put back by {@link withCarets}
 */
export function resolveFormulas(source: string): string {
  if (!source.includes('$') && !/\\(?:[([]|begin\{)/.test(source)) return source;
  const fences = new FenceTracker();
  const lines = source.split('\n');
  const written: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (fences.covers(line)) {
      written.push(line);
      continue;
    }
    const display = readDisplay(lines, at);
    if (!display) {
      written.push(replaceFormulas(line, escaped));
      continue;
    }
    written.push(display.text, ...Array.from({ length: display.lines - 1 }, () => display.margin));
    at += display.lines - 1;
  }
  return written.join('\n');
}

/** Puts the carets of formulas back. */
export function withCarets(text: string): string {
  return text.replaceAll(CARET, '^');
}

function escaped(formula: string): string {
  return formula.replace(PUNCTUATION, (sign) => (sign === '^' ? CARET : `\\${sign}`));
}

interface Display {
  readonly text: string;
  readonly lines: number;
  /** What goes on before the lines that the formula took: marks of quotes. */
  readonly margin: string;
}

/** A formula over lines, between two `$$` or as an environment of LaTeX; undefined where none begins or nothing ends it. */
function readDisplay(lines: readonly string[], from: number): Display | undefined {
  const [, marks = '', opening = '', first] = DISPLAY.exec(lines[from] ?? '') ?? [];
  const closing = opening.replace('begin', 'end');
  if (first === undefined || first.includes(closing)) return undefined;
  const margin = /^[\s>]*/.exec(marks)?.[0] ?? '';
  const parts = [first];
  for (let at = from + 1; at < lines.length && at < from + MAX_LINES; at++) {
    const line = (lines[at] ?? '').replace(/^[\s>]*/, '');
    const end = line.indexOf(closing);
    parts.push(end < 0 ? line : line.slice(0, end));
    if (end < 0) continue;
    const content = parts.join('\n');
    if (content.trim() === '' || !isFormula(content)) return undefined;
    return {
      text: `${marks}${escaped(texFormula(content))}${line.slice(end + closing.length)}`,
      lines: at - from + 1,
      margin,
    };
  }
  return undefined;
}
