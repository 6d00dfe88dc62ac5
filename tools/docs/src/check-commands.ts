import type { CommandCatalog } from './command-catalog.js';
import type { MarkdownPage } from './read-markdown.js';
import { splitShell, type ShellCommand } from './split-shell.js';

/** Languages of fences that hold commands. */
const SHELLS = new Set(['sh', 'bash', 'shell', 'console']);

/** Inline code that is a command rather than a name. */
const INLINE_COMMAND = /^(npm (run|start|test)|npx|arbiter|node) \S/;

/** Scripts that npm runs without the word `run`. */
const SHORT_SCRIPTS = new Set(['start', 'test']);

/** nx commands that take no project. */
const NX_COMMANDS = new Set(['run-many', 'affected', 'graph', 'show', 'reset']);

/**
 * Commands of a page that name what does not exist, one sentence each.
 *
 * @param path of the page, from the root
 * @param variables of the environment that there are
 */
export function findBrokenCommands(
  path: string,
  { codes }: MarkdownPage,
  catalog: CommandCatalog,
  variables: ReadonlySet<string>,
): string[] {
  return codes
    .filter(({ language, text }) => SHELLS.has(language) || (language === 'inline' && INLINE_COMMAND.test(text)))
    .flatMap(({ text, language, line }) =>
      splitShell(text).flatMap((command) => {
        // The first line of a block is its fence.
        const at = language === 'inline' ? line : line + command.line;
        return problemsOf(command, catalog, variables).map((problem) => `${path}:${at} ${problem}`);
      }),
    );
}

function problemsOf({ words, variables }: ShellCommand, catalog: CommandCatalog, known: ReadonlySet<string>): string[] {
  const unknown = variables.filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name) && !known.has(name));
  const problem = wordsProblem(words, catalog);
  return [...unknown.map((name) => `sets ${name}, which nothing reads`), ...(problem === null ? [] : [problem])];
}

function wordsProblem([program, ...rest]: readonly string[], catalog: CommandCatalog): string | null {
  switch (program) {
    case 'npm':
      return npmProblem(rest, catalog);
    case 'npx':
      return rest[0] === 'nx' || rest[0] === 'arbiter' ? wordsProblem(rest, catalog) : binaryProblem(rest[0], catalog);
    case 'nx':
      return nxProblem(rest, catalog);
    case 'arbiter':
      return arbiterProblem(rest, catalog);
    case 'node':
      return programProblem(rest, catalog);
    case 'curl':
      return routeProblem(rest, catalog);
    default:
      return null;
  }
}

function npmProblem(words: readonly string[], { npmScripts }: CommandCatalog): string | null {
  const [command = '', script] = words.filter((word) => !word.startsWith('-'));
  const name = command === 'run' ? script : SHORT_SCRIPTS.has(command) ? command : undefined;
  return name === undefined || npmScripts.has(name)
    ? null
    : `runs the script ${name}, which package.json does not have`;
}

function binaryProblem(name: string | undefined, catalog: CommandCatalog): string | null {
  return name === undefined || catalog.hasBinary(name) ? null : `runs ${name}, which is not installed here`;
}

function nxProblem(
  [command = '', project = '', ...rest]: readonly string[],
  { nxTargets }: CommandCatalog,
): string | null {
  if (NX_COMMANDS.has(command)) {
    const all = [project, ...rest];
    const wanted = all[all.findIndex((word) => word === '-t' || word === '--targets') + 1]?.split(',') ?? [];
    if (!all.some((word) => word === '-t' || word === '--targets')) return null;
    const missing = wanted.find((target) => ![...nxTargets.values()].some((targets) => targets.has(target)));
    return missing === undefined ? null : `runs the target ${missing}, which no project has`;
  }
  const targets = nxTargets.get(project);
  if (!targets) return `names the project ${project}, which does not exist`;
  return targets.has(command) ? null : `runs the target ${command}, which ${project} does not have`;
}

function arbiterProblem(words: readonly string[], { arbiter }: CommandCatalog): string | null {
  const top = arbiter.get('');
  let path = '';
  for (const word of words[0] === 'help' ? words.slice(1) : words) {
    const here = arbiter.get(path);
    const name = word.split('=', 1)[0] ?? word;
    if (/^--?[a-z]/i.test(word)) {
      if (!here?.options.has(name) && !top?.options.has(name))
        return `gives arbiter ${path} the option ${name}, which it does not take`;
    } else if (here?.commands.has(word)) path = `${path} ${word}`.trim();
    // Its first bare word names a command; those after it are its arguments.
    else if (here && here.commands.size > 0 && !isValue(words, word))
      return `runs arbiter ${word}, which does not exist`;
  }
  return null;
}

/** Whether a word follows an option, and so may be its value. */
function isValue(words: readonly string[], word: string): boolean {
  return words[words.indexOf(word) - 1]?.startsWith('--') ?? false;
}

function programProblem(words: readonly string[], catalog: CommandCatalog): string | null {
  const file = words.find((word) => !word.startsWith('-'));
  return file === undefined || !/\.m?js$/.test(file) || catalog.hasProgram(file)
    ? null
    : `runs ${file}, which does not exist`;
}

function routeProblem(words: readonly string[], catalog: CommandCatalog): string | null {
  const address = words
    .map((word) => /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1):\d+(\/[^?#]*)/.exec(word)?.[1])
    .find(Boolean);
  if (address === undefined) return null;
  const explicit = words[words.findIndex((word) => word === '-X' || word === '--request') + 1];
  const sends = words.some((word) => ['-d', '--data', '--json', '--data-binary', '-F', '--form'].includes(word));
  const method = words.some((word) => word === '-X' || word === '--request')
    ? (explicit ?? '')
    : sends
      ? 'POST'
      : 'GET';
  return catalog.hasRoute(method, address) ? null : `sends ${method} ${address}, which nothing serves`;
}
