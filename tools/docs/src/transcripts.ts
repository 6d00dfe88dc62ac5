import type { Code } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** The library that a transcript was made with: the sample domain, or one that is empty until its page fills it. */
export type TranscriptLibrary = 'lantern-coast' | 'own';

/** A fenced block that is written by commands: the comment `<!-- transcript … -->` right before it says by which. */
export interface Transcript {
  /** Of the fence, from 1. */
  readonly line: number;
  readonly library: TranscriptLibrary;
  /** First word of the fence's info. */
  readonly language: string;
  /** Content of the block. */
  readonly text: string;
  /** Of `text` in the page, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /**
   * A script whose output the block is, or that is run in the place of the script in the block; null where the block is run
   * itself, or shows what the last script gave.
   */
  readonly script: string | null;
}

/** A command of a `console` block, which shows it after `$ `, with the output that follows it. */
export interface ConsoleStep {
  readonly command: string;
  readonly output: string;
}

const COMMENT = /^<!-- transcript( own)?(?:: ([\s\S]+?))? -->$/;

/** Marked blocks of a page, in order; those within lists and quotations are left alone. */
export function findTranscripts(markdown: string): Transcript[] {
  const nodes = fromMarkdown(markdown).children;
  return nodes.flatMap((node, index) => {
    const before = nodes[index - 1];
    const mark = before?.type === 'html' ? COMMENT.exec(before.value) : null;
    if (node.type !== 'code' || !mark) return [];
    const { start, end } = contentOf(node, markdown);
    return [
      {
        line: node.position?.start.line ?? 0,
        library: mark[1] === undefined ? ('lantern-coast' as const) : ('own' as const),
        language: node.lang ?? '',
        text: node.value,
        start,
        end,
        script: mark[2] ?? null,
      },
    ];
  });
}

/** The page with other texts in its marked blocks, in their order; null leaves one as it is. */
export function replaceTranscripts(
  markdown: string,
  transcripts: readonly Transcript[],
  texts: readonly (string | null)[],
): string {
  let page = '';
  let from = 0;
  transcripts.forEach(({ start, end }, index) => {
    const text = texts[index] ?? null;
    if (text === null) return;
    page += markdown.slice(from, start) + text;
    from = end;
  });
  return page + markdown.slice(from);
}

/** Commands of a `console` block. A command goes on while a quote is open, or after a backslash at the end of a line. */
export function readConsole(text: string): ConsoleStep[] {
  const steps: { command: string; output: string[] }[] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const last = steps.at(-1);
    if (isOpen && last) last.command += `\n${line}`;
    else if (line.startsWith('$ ')) steps.push({ command: line.slice(2), output: [] });
    else last?.output.push(line);
    const command = steps.at(-1)?.command ?? '';
    isOpen = command.endsWith('\\') || hasOpenQuote(command);
    if (isOpen && !line.startsWith('$ ') && last?.output.length) isOpen = false;
  }
  return steps.map(({ command, output }) => ({ command, output: output.join('\n') }));
}

export function writeConsole(steps: readonly ConsoleStep[]): string {
  return steps.map(({ command, output }) => [`$ ${command}`, ...(output === '' ? [] : [output])].join('\n')).join('\n');
}

/** Between the line of the opening fence and that of the closing one. */
function contentOf({ position, value }: Code, markdown: string): { start: number; end: number } {
  const opening = position?.start.offset ?? 0;
  const start = markdown.indexOf('\n', opening) + 1;
  return { start, end: start + value.length };
}

/** Whether a quote of a shell command is never closed. */
function hasOpenQuote(command: string): boolean {
  let open: string | null = null;
  for (let at = 0; at < command.length; at++) {
    const character = command.charAt(at);
    if (character === '\\' && open !== "'") at += 1;
    else if (open === null && (character === '"' || character === "'")) open = character;
    else if (character === open) open = null;
  }
  return open !== null;
}
