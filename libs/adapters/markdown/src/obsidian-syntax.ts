/**
 * In this order, so that code is stepped over: a code span, a comment mark, a wiki link. `[[1]](url)` and `x[[1]]` are
 * something else and stay.
 */
const TOKENS = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)|%%|(?<![\w\]])(!?)\[\[([^[\]\n]+)\]\](?![([])/g;

const IMAGE_ENDING = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif)$/i;

/** `#^a1b2c3`, a paragraph of a page by its id, which means nothing to a reader. */
const BLOCK_REFERENCE = /(?<!#)#*\^[\w-]+$/;
/** The id that gives a paragraph that name; of six digits, as Obsidian makes them: `^2` may be a power. */
const BLOCK_ID = /\s\^[0-9a-f]{6}\s*$/;
const HIGHLIGHT = /(?<!=)==(?=[^\s=])([^=\n]*[^\s=])==(?!=)/g;

/** What a link's text may hold that markdown would read as its own. */
const MARKDOWN_PUNCTUATION = /[\\`*_~<>&[\]|]/g;

/** Without any of these there is nothing to resolve. */
const MARKS = ['[[', '%%', '==', ' ^'];

/** Quote marks and list bullets may stand before a fence; its info string may hold no backtick (CommonMark 4.5). */
const OPENING = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING = /^[\s>]*(`{3,}|~{3,})\s*$/;

/**
 * Replaces the syntax that Obsidian and other wikis add to markdown, outside code: `[[Page|Text]]` becomes Text,
 * `[[Page#Part]]` becomes "Page > Part", embedded images vanish, and so do `%% comments %%`, over lines too;
 * `==highlights==` lose their marks, and paragraphs the ids by which others refer to them.
 * A comment that is never closed is no comment. No line is added or taken away.
 */
export function resolveObsidianSyntax(source: string): string {
  if (!MARKS.some((mark) => source.includes(mark))) return source;
  const fences = new FenceTracker();
  const lines: string[] = [];
  /** What an open comment has hidden so far, to be put back when nothing closes it. */
  let hidden: string[] = [];

  for (const line of source.split('\n')) {
    const inComment = hidden.length > 0;
    if (!inComment && fences.covers(line)) {
      lines.push(line);
      continue;
    }
    const end = inComment ? line.indexOf('%%') : -2;
    if (end === -1) {
      hidden.push(line);
      lines.push('');
      continue;
    }
    const { text, comment } = resolveLine(line.slice(end + 2));
    lines.push(withoutMarks(text));
    hidden = comment === undefined ? [] : [comment];
  }
  if (hidden.length === 0) return lines.join('\n');
  const kept = lines.slice(0, lines.length - hidden.length + 1).join('\n');
  return kept + hidden.join('\n');
}

/** `comment`: what follows in the line from the mark on of a comment that does not end in it; `text` stops there. */
function resolveLine(line: string): { text: string; comment?: string } {
  let text = '';
  let from = 0;
  let commentAt: number | undefined;
  for (const match of line.matchAll(TOKENS)) {
    const [token, , bang, target] = match;
    if (token === '%%') {
      if (commentAt === undefined) {
        text += line.slice(from, match.index);
        commentAt = match.index;
      } else {
        commentAt = undefined;
      }
      from = match.index + token.length;
    } else if (target && commentAt === undefined) {
      text += line.slice(from, match.index) + linkText(target, bang === '!');
      from = match.index + token.length;
    }
  }
  if (commentAt !== undefined) return { text, comment: line.slice(commentAt) };
  return { text: text + line.slice(from) };
}

/** A line with code in it keeps its marks: they may be a comparison. */
function withoutMarks(line: string): string {
  return line.includes('`') ? line : line.replace(BLOCK_ID, '').replace(HIGHLIGHT, '$1');
}

function linkText(target: string, embedded: boolean): string {
  const [page = '', ...alias] = target.split(/\\?\|/);
  // Behind the bar of a picture stand its text, its size, or both.
  if (embedded && IMAGE_ENDING.test(page.trim()))
    return alias
      .filter((one) => !/^\d+(?:x\d+)?$/.test(one.trim()))
      .join(' ')
      .replace(MARKDOWN_PUNCTUATION, '\\$&');
  const shown =
    alias.length > 0 && !embedded
      ? alias.join('|')
      : page.replace(BLOCK_REFERENCE, '').replace(/^#+/, '').replaceAll(/#+/g, ' > ');
  return shown.trim().replace(MARKDOWN_PUNCTUATION, '\\$&');
}

/** Knows, line by line, what is fenced code. Feed it every line of a document once, in order. */
export class FenceTracker {
  private fence: string | undefined;

  /** @returns whether the line belongs to fenced code, the fences themselves included */
  covers(line: string): boolean {
    if (this.fence === undefined) {
      this.fence = OPENING.exec(line)?.[1];
      return this.fence !== undefined;
    }
    const closing = CLOSING.exec(line)?.[1];
    if (closing?.startsWith(this.fence)) this.fence = undefined;
    return true;
  }
}
