import { FenceTracker } from './fence-tracker.js';

/**
 * In this order, so that code is stepped over: a code span, a comment mark, a wiki link. `[[1]](url)` and `x[[1]]` are
 * something else and stay.
 */
const TOKENS = /(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)|%%|(?<![\w\]])(!?)\[\[([^[\]\n]+)\]\](?![([])/g;

const IMAGE_ENDING = /\.(?:png|jpe?g|gif|svg|webp|bmp|avif)$/i;

/** What a link's text may hold that markdown would read as its own. */
const MARKDOWN_PUNCTUATION = /[\\`*_~<>&[\]|]/g;

/**
 * Replaces the syntax that Obsidian and other wikis add to markdown, outside code: `[[Page|Text]]` becomes Text,
 * `[[Page#Part]]` becomes "Page > Part", embedded images vanish, and so do `%% comments %%`, over lines too.
 * A comment that is never closed is no comment. No line is added or taken away.
 */
export function resolveObsidianSyntax(source: string): string {
  if (!source.includes('[[') && !source.includes('%%')) return source;
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
    lines.push(text);
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

function linkText(target: string, embedded: boolean): string {
  const [page = '', ...alias] = target.split(/\\?\|/);
  if (embedded && IMAGE_ENDING.test(page.trim())) return '';
  const shown =
    alias.length > 0 && !embedded ? alias.join('|') : page.replace(/^#+\^?/, '').replaceAll(/#+\^?/g, ' > ');
  return shown.trim().replace(MARKDOWN_PUNCTUATION, '\\$&');
}
