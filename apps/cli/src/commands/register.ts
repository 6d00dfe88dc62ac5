import { Option, type Command } from 'commander';
import type { CommandHandler } from '../command.context.js';

/** Runs a command once commander has understood its words. */
export type Execute = (handler: CommandHandler) => Promise<void>;

/** Adds one command to the program. */
export type Register = (program: Command, execute: Execute) => void;

export function domainOption(description: string): Option {
  return new Option('-d, --domain <name>', `${description}, by its name or the path of its pack`).conflicts(
    'collection',
  );
}

export function collectionsOption(description: string): Option {
  return new Option('-c, --collection <name>', description).argParser(severalTimes);
}

/** Reads an option that may be given several times, as `Option.argParser` wants it. */
export function severalTimes(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value];
}

/** Examples under a command's help, the way all commands show them: command line, then what it does. */
export function examples(lines: readonly (readonly [command: string, meaning: string])[]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  return `\nExamples:\n${lines.map(([command, meaning]) => `  $ ${command.padEnd(width)}  ${meaning}`).join('\n')}`;
}
