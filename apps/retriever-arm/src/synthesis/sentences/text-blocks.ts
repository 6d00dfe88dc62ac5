import { LEADS_UP, type Span } from '@arbiter/text';

/** Lines without an empty one between them. Offsets count in the text. */
export interface TextBlock {
  readonly lines: readonly Span[];
  /** The lines are items, steps or rows rather than one paragraph with hard line ends. */
  readonly isList: boolean;
  /** It is code, which says nothing in parts. */
  readonly isCode: boolean;
}

type UnreadBlock = Omit<TextBlock, 'isCode'>;

const MARKED = /^(?:[-*•–]|\(?(?:\d{1,3}|[a-z])[.)])\s/i;
/** How a line starts that goes on from the one before: prose with hard line ends. */
const GOES_ON = /^\p{Ll}/u;
/** How a paragraph begins and ends, and no list of small items does. */
const BEGINS = /^\p{Lu}/u;
const ENDS = /[.!?]$/;
/** Share of lines that may go on from the one before. */
const MAX_GOING_ON = 0.25;
/**
 * A shorter line was not broken because it was full, in characters: what follows it is the next item, though it begins small.
 * Markers of items may be gone by then, as those of Markdown are.
 */
const SHORTEST_WRAPPED = 45;
/** An item of a list rarely runs longer; a paragraph does. In characters. */
const LONGEST_ITEM = 400;

/** @returns in order; every line without the white space around it, empty lines left out. Blocks of code are joined where their braces are open */
export function textBlocks(text: string): TextBlock[] {
  return joinCode(text, blocksIn(text));
}

export interface TextRegion extends Span {
  /** It is said whole, with the sentence that leads up to it. */
  readonly isCode: boolean;
}

/** Where a sentence cannot run on: the items of a list one by one, paragraphs, and code. */
export function textRegions(text: string): TextRegion[] {
  return textBlocks(text).flatMap(({ lines, isList, isCode }) => {
    const [first] = lines;
    const last = lines.at(-1);
    if (isList || !first || !last) return lines.map((line) => ({ ...line, isCode }));
    return [{ start: first.start, end: last.end, isCode }];
  });
}

function blocksIn(text: string): UnreadBlock[] {
  return [...text.matchAll(/(?<![^\n])[^\n]*\S[^\n]*(?:\n[^\n]*\S[^\n]*)*/g)].map((block) => {
    const lines = [...block[0].matchAll(/\S(?:[^\n]*\S)?/g)].map((line) => ({
      start: block.index + line.index,
      end: block.index + line.index + line[0].length,
    }));
    return { lines, isList: readsAsList(lines.map(({ start, end }) => text.slice(start, end))) };
  });
}

/** A line alone may be the part of a list that its passage holds: whether it is one, its neighbours tell. */
function readsAsList(lines: readonly string[]): boolean {
  if (lines.some((line) => line.length > LONGEST_ITEM)) return false;
  const isSentence = BEGINS.test(lines[0] ?? '') && ENDS.test(lines.at(-1) ?? '');
  const goingOn = lines.filter((line, index) => {
    const isWrapped = isSentence || (lines[index - 1]?.length ?? 0) >= SHORTEST_WRAPPED;
    return isWrapped && GOES_ON.test(line) && !MARKED.test(line);
  }).length;
  return goingOn <= MAX_GOING_ON * lines.length;
}

/** A command or a piece of code, longest, in characters: what a reader takes in at a glance. */
const LONGEST_CODE = 600;
/** What code is made of and prose, rows and prices are not: braces, assignments, pipes, flags, calls, variables, prompts. */
const CODE = /[{}<>=|`~\\]|;$|\w\(\)|\$[\w({]*[a-z({]|(?<!\S)--?[a-z]|^[#>$] /i;
/** A command by itself: a small word first, and no sentence. */
const COMMAND = /^[a-z][\w./-]*(?: \S+)*$/;
/** A line of a file of settings: `syntax_highlighter: coderay`. */
const SETTING = /^[a-z_][\w.-]*:(?: \S.*)?$/;
export const SENTENCE_END = /[.!?:…。！？]$/u;
/** Also before what closes code. */
const CLOSED_SENTENCE = /[.!?:…。！？][;{}`)\]]{0,8}$/u;
/** Share of its lines that look like code, from which on a block is code. */
const LEAST_CODE = 0.5;

/**
 * Whether lines are code, which says nothing in parts: stored text keeps its lines, and not that they were code.
 *
 * @param lines of one block, trimmed
 * @param isLedUpTo whether the line before ends with a colon: then one line that is no sentence is enough
 */
function readsAsCode(lines: readonly string[], isLedUpTo: boolean): boolean {
  if (isLedUpTo && lines.length === 1 && COMMAND.test(lines[0] ?? '') && !SENTENCE_END.test(lines[0] ?? ''))
    return true;
  if (isLedUpTo && lines.every((line) => SETTING.test(line))) return true;
  const code = lines.filter((line) => CODE.test(line) && !CLOSED_SENTENCE.test(line)).length;
  return (isLedUpTo || opened(lines.join('\n')) > 0 || hasBraces(lines)) && code >= LEAST_CODE * lines.length;
}

/** Blocks of code, each with those behind it that belong to its open braces; all other blocks as they are. */
function joinCode(text: string, blocks: readonly UnreadBlock[]): TextBlock[] {
  const joined: TextBlock[] = [];
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index];
    const start = block?.lines[0]?.start;
    if (!block || start === undefined) continue;
    const lines = [...block.lines];
    const before = joined.at(-1)?.lines.at(-1);
    const isLedUpTo = before !== undefined && LEADS_UP.test(text.slice(before.start, before.end));
    const written = lines.map((line) => text.slice(line.start, line.end));
    const isCode = readsAsCode(written, isLedUpTo);
    let last = index;
    const end = (): number => lines.at(-1)?.end ?? start;
    while (isCode && opened(text.slice(start, end())) > 0 && end() - start <= LONGEST_CODE) {
      const next = blocks[last + 1];
      if (!next) break;
      lines.push(...next.lines);
      last += 1;
    }
    // What never ends is no example: its lines are taken one by one, as those of any list.
    if (isCode && end() - start <= LONGEST_CODE) {
      joined.push({ lines, isList: false, isCode: true });
      index = last;
    } else joined.push({ ...block, isCode: false });
  }
  return joined;
}

function hasBraces(lines: readonly string[]): boolean {
  return lines.some((line) => line.endsWith('{')) && lines.some((line) => line.startsWith('}'));
}

/** Braces that are open at the end. */
function opened(text: string): number {
  let open = 0;
  for (const sign of text) {
    if (sign === '{') open += 1;
    else if (sign === '}') open -= 1;
  }
  return open;
}
