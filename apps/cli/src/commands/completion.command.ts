import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command.context.js';
import { candidates, optionValue } from '../terminal/complete-words.js';
import { COMPLETION_SCRIPTS } from '../terminal/completion-scripts.js';
import { EXIT } from '../exit-code.js';
import { listNames, type NamedKind } from '../library/list-names.js';
import { withLibrary } from '../library/open-library.js';
import { examples, type Register } from './command-options.js';

/** A shell waits for what is suggested, and a person for the shell, in milliseconds. */
const PATIENCE_MS = 3_000;

export const registerCompletion: Register = (program, execute) => {
  program
    .command('completion')
    .description(
      'Print what a shell needs to complete the command line of arbiter: commands, options, and names of domains, ' +
        'collections and sessions.',
    )
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(COMPLETION_SCRIPTS)))
    .argument('[words...]', 'what has been typed, the last word begun: print what may stand in its place')
    .addHelpText(
      'after',
      examples([
        ['source <(arbiter completion bash)', 'in ~/.bashrc'],
        ['source <(arbiter completion zsh)', 'in ~/.zshrc, after compinit'],
        ['arbiter completion fish | source', 'in ~/.config/fish/config.fish'],
      ]),
    )
    .action((shell: keyof typeof COMPLETION_SCRIPTS, words: string[]) =>
      execute(async (context) => {
        if (words.length === 0) context.terminal.out.write(COMPLETION_SCRIPTS[shell]);
        else context.terminal.out.write(await complete(program, words, context));
        return EXIT.ok;
      }),
    );
};

/** Lines `value<TAB>what it is`, of all that begins as the last word does. */
async function complete(program: Command, words: readonly string[], context: CommandContext): Promise<string> {
  const { found, named } = candidates(program, words);
  const begun = words.at(-1) ?? '';
  // No names where no library answers: a shell shows no errors.
  const names = named === null ? [] : await namesOf(named, words, context).catch((): readonly string[] => []);
  return [...found, ...names.map((value) => ({ value, meaning: named ?? '' }))]
    .filter(({ value }) => value.startsWith(begun) && !/\s/.test(value))
    .map(({ value, meaning }) => `${value}\t${meaning.replace(/\s+/g, ' ')}\n`)
    .join('');
}

async function namesOf(kind: NamedKind, words: readonly string[], context: CommandContext): Promise<readonly string[]> {
  const server = optionValue(words, '--server') ?? context.options.server;
  const dataDir = optionValue(words, '--data-dir');
  const there: CommandContext = {
    ...context,
    options: { ...context.options, server },
    env: { ...context.env, ...(dataDir !== null && { ARBITER_DATA_DIR: dataDir }) },
  };
  return withLibrary(there, { writes: false }, (library) => listNames(library, kind, AbortSignal.timeout(PATIENCE_MS)));
}
