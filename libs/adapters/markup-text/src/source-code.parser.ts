import { setImmediate as nextTurn } from 'node:timers/promises';
import { readText } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { dedent, isBlank } from './markup-writer.js';

type Comments = 'slashes' | 'hash' | 'dashes' | 'percent' | 'semicolons';

/** What a comment of one line begins with, by the ending of the file. */
const LANGUAGES: Readonly<Record<Comments, readonly string[]>> = {
  slashes: [
    '.js',
    '.mjs',
    '.cjs',
    '.jsx',
    '.ts',
    '.mts',
    '.cts',
    '.tsx',
    '.java',
    '.kt',
    '.kts',
    '.scala',
    '.groovy',
    '.go',
    '.rs',
    '.c',
    '.h',
    '.cpp',
    '.cc',
    '.cxx',
    '.hpp',
    '.cs',
    '.swift',
    '.dart',
    '.php',
    '.css',
    '.scss',
    '.less',
    '.proto',
    '.zig',
  ],
  hash: ['.py', '.rb', '.sh', '.bash', '.zsh', '.pl', '.r', '.jl', '.ex', '.exs', '.tf', '.ps1', '.graphql'],
  dashes: ['.sql', '.lua', '.hs', '.elm'],
  percent: ['.erl'],
  semicolons: ['.lisp', '.clj', '.el'],
};
const LINE_MARKS: Readonly<Record<Comments, RegExp>> = {
  slashes: /^\/\/[/!]?/,
  hash: /^#(?!!)/,
  dashes: /^--+/,
  percent: /^%+/,
  semicolons: /^;+/,
};
/** Blocks of lines that are written before other work of the process gets a turn. */
const BLOCKS_PER_TURN = 5_000;
/** A line of more is no source that anybody wrote: it is packed or generated. */
const MAX_LINE = 5_000;

/**
 * Reads source code: comments and the texts between triple quotes as prose, without their marks, and all else as code in blocks
 * that blank lines divide.
 */
export class SourceCodeParser implements DocumentParser {
  readonly name = 'source-code';
  readonly mediaType = 'text/x-source-code';
  readonly extensions = Object.values(LANGUAGES).flat();
  readonly otherMediaTypes = {
    'text/javascript': '.js',
    'text/css': '.css',
    'text/x-python': '.py',
    'application/sql': '.sql',
    'application/x-sh': '.sh',
  };

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { name, signal } = request;
    const { text, builder } = await readText(request);
    const ending = /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
    const [comments = 'slashes'] = (Object.keys(LANGUAGES) as Comments[]).filter((one) =>
      LANGUAGES[one].includes(ending),
    );
    let count = 0;
    let long = 0;
    for (const { isProse, lines } of blocksOf(text.replace(/\r\n?/g, '\n').split('\n'), LINE_MARKS[comments])) {
      if (count++ % BLOCKS_PER_TURN === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
      const short = lines.filter((line) => line.length <= MAX_LINE);
      long += lines.length - short.length;
      builder.append(isProse ? 'paragraph' : 'code', (isProse ? dedent(short) : short).join('\n'));
    }
    if (long > 0) {
      const what = long === 1 ? '1 line is' : `${long} lines are`;
      builder.warn(`${what} longer than ${MAX_LINE} characters and left out: packed or generated code.`);
    }
    return builder.build();
  }
}

interface CodeBlock {
  readonly isProse: boolean;
  readonly lines: readonly string[];
}

/** Runs of comment lines, of code without a blank line, and comments between marks. */
function* blocksOf(lines: readonly string[], mark: RegExp): Generator<CodeBlock> {
  let isProse = false;
  let run: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const text = line.trim();
    const closing = closingOf(text);
    const comment = mark.exec(text)?.[0];
    if (isBlank(line) || closing !== null || (comment !== undefined) !== isProse) {
      if (run.length > 0) yield { isProse, lines: run };
      run = [];
    }
    if (closing !== null) {
      const end = endOf(lines, at, closing);
      yield { isProse: true, lines: proseIn(lines.slice(at, end + 1)) };
      at = end;
      isProse = false;
    } else if (!isBlank(line)) {
      isProse = comment !== undefined;
      run.push(comment === undefined ? line.trimEnd() : text.slice(comment.length));
    }
  }
  if (run.length > 0) yield { isProse, lines: run };
}

/** What closes a comment or text that a line opens with; null for none. */
function closingOf(text: string): string | null {
  if (text.startsWith('/*')) return '*/';
  if (text.startsWith('"""')) return '"""';
  if (text.startsWith("'''")) return "'''";
  return text.startsWith('--[[') ? ']]' : null;
}

function endOf(lines: readonly string[], at: number, closing: string): number {
  const first = (lines[at] ?? '').trim();
  if (first.includes(closing, 2)) return at;
  let end = at + 1;
  while (end < lines.length && !(lines[end] ?? '').includes(closing)) end += 1;
  return Math.min(end, lines.length - 1);
}

function proseIn(lines: readonly string[]): string[] {
  return lines.map((line) =>
    line
      .trim()
      .replace(/^(?:\/\*+|"""|'''|--\[\[|\*(?!\/))/, '')
      .replace(/(?:\*\/|"""|'''|\]\])$/, '')
      .trimEnd(),
  );
}
