import type { Command, Option } from 'commander';
import type { NamedKind } from '../library/list-names.js';

export interface Candidate {
  readonly value: string;
  readonly meaning: string;
}

/**
 * What may stand in the place of the last word, whatever it begins with.
 *
 * @param program with all commands loaded that stand in the words
 * @param words what follows `arbiter`
 * @returns `named` says of what the library has to be asked for names, too
 */
export function candidates(
  program: Command,
  words: readonly string[],
): { readonly found: readonly Candidate[]; readonly named: NamedKind | null } {
  let command = program;
  let open: Option | undefined;
  let places = 0;
  const options = (): readonly Option[] => [
    ...new Set([command, program].flatMap((each) => each.createHelp().visibleOptions(each))),
  ];
  for (const word of words.slice(0, -1)) {
    if (open) open = undefined;
    else if (word.startsWith('-'))
      open = options().find((option) => [option.short, option.long].includes(word) && takesValue(option));
    else {
      const below = command.commands.find((each) => each.name() === word);
      command = below ?? command;
      places = below ? 0 : places + 1;
    }
  }
  // Other sessions have numbers: those of a campaign.
  const isNumber = open?.attributeName() === 'session' && !open.flags.includes('<id>');
  if (open) return valuesOf(open.argChoices, isNumber ? '' : open.attributeName());
  if (words.at(-1)?.startsWith('-') === true) {
    const found = options().map(({ long, short, description: meaning }) => ({ value: long ?? short ?? '', meaning }));
    return { found, named: null };
  }
  if (command === program && places > 0) return { found: [], named: null };
  const below = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');
  const found = below.map((each) => ({ value: each.name(), meaning: each.summary() || each.description() }));
  const args = command.registeredArguments;
  const argument = args[places] ?? (args.at(-1)?.variadic === true ? args.at(-1) : undefined);
  if (!argument) return { found, named: null };
  const values = valuesOf(argument.argChoices, command.name() === 'domain' ? 'domain' : argument.name());
  return { found: [...found, ...values.found], named: values.named };
}

function valuesOf(choices: readonly string[] | undefined, name: string): ReturnType<typeof candidates> {
  const isNamed = name === 'domain' || name === 'collection' || name === 'session';
  return { found: (choices ?? []).map((value) => ({ value, meaning: '' })), named: isNamed ? name : null };
}

const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** The value of an option that stands in the words; null where it does not. */
export function optionValue(words: readonly string[], long: string): string | null {
  const at = words.indexOf(long);
  const joined = words.find((word) => word.startsWith(`${long}=`));
  return joined?.slice(long.length + 1) ?? (at < 0 ? null : (words[at + 1] ?? null));
}
