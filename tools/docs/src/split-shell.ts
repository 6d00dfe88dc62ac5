export interface ShellCommand {
  /** Assignments before the program: names only. */
  readonly variables: readonly string[];
  /** The program and its arguments, quotes removed. */
  readonly words: readonly string[];
  /** From 1, within the text. */
  readonly line: number;
}

/** A quoted string, an escape (also of a line's end), or the characters of a bare word. */
const WORD_PART = /'(?<single>[^']*)'|"(?<double>(?:\\[^]|[^"\\])*)"|\\(?<escaped>[^])|(?<bare>[^\s'"\\;&|]+)/y;
const ASSIGNMENT = /^([A-Za-z_]\w*)=/;

/** A command whose output is a word: `$(npm run -s packs -- unpack NAME)`. */
const SUBSTITUTION = /\$\(([^()\n]*)\)/g;

/**
 * The commands of a shell script as documents have them: words, quotes, comments, pipes, lists, and commands within words, which
 * come last. No other expansions, here-documents or control structures.
 */
export function splitShell(script: string): ShellCommand[] {
  const within = [...script.matchAll(SUBSTITUTION)].flatMap(({ 1: command = '', index }) => {
    const before = script.slice(0, index).split('\n').length - 1;
    return splitShell(command).map((inner) => ({ ...inner, line: inner.line + before }));
  });
  return [...splitPlain(script.replace(SUBSTITUTION, () => '$_')), ...within];
}

function splitPlain(script: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let line = 1;
  let at = 0;
  const endCommand = (): void => {
    const first = words.findIndex((word) => !ASSIGNMENT.test(word));
    const assignments = first < 0 ? words : words.slice(0, first);
    const rest = first < 0 ? [] : words.slice(first);
    const variables = assignments.map((word) => word.slice(0, word.indexOf('=')));
    if (words.length > 0) commands.push({ variables, words: rest[0] === '$' ? rest.slice(1) : rest, line });
    words = [];
  };
  while (at < script.length) {
    const character = script.charAt(at);
    if (character === '#') {
      const end = script.indexOf('\n', at);
      at = end < 0 ? script.length : end;
    } else if (/[\n;&|]/.test(character)) {
      endCommand();
      at++;
    } else if (/\s/.test(character)) at++;
    else {
      if (words.length === 0) line = script.slice(0, at).split('\n').length;
      const word = readWord(script, at);
      if (word.text !== null) words.push(word.text);
      at = word.end;
    }
  }
  endCommand();
  return commands;
}

/** @returns null for the text of what joins two lines */
function readWord(script: string, start: number): { readonly text: string | null; readonly end: number } {
  let text: string | null = null;
  let end = start;
  for (;;) {
    WORD_PART.lastIndex = end;
    const { single, double, escaped, bare } = WORD_PART.exec(script)?.groups ?? {};
    const part = single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? (escaped === '\n' ? undefined : escaped) ?? bare;
    if (WORD_PART.lastIndex === 0) break;
    end = WORD_PART.lastIndex;
    if (part !== undefined) text = (text ?? '') + part;
  }
  // A quote that is never closed is taken as a character.
  return end === start ? { text: script.charAt(start), end: start + 1 } : { text, end };
}
