import { InvalidArgumentError, Option, type Command } from 'commander';
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

export function modeOption(): Option {
  return new Option(
    '-m, --mode <mode>',
    'plan, search and check; one search only; or with the general question behind it first',
  )
    .choices(['standard', 'fast', 'deep'])
    .default('standard');
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

/** Reads a whole number from 1, as `Option.argParser` wants it. */
export function parseCount(word: string): number {
  const count = Number(word);
  if (!(Number.isInteger(count) && count >= 1)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
}

/** Reads a whole number from 0. */
export function parseWhole(word: string): number {
  if (!/^\d{1,15}$/.test(word)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(word);
}

/** Reads a whole number from 0 to 20, as a site's depth may be. */
export function parseDepth(word: string): number {
  const depth = Number(word);
  if (!/^\d+$/.test(word) || depth > 20) throw new InvalidArgumentError('It must be a whole number from 0 to 20.');
  return depth;
}

/** Reads an amount of money. */
export function parseAmount(word: string): number {
  if (!/^\d+(?:\.\d+)?$/.test(word)) throw new InvalidArgumentError('It must be a number from 0, such as 0.5.');
  return Number(word);
}

/** Reads a fraction of 1. */
export function parseShare(word: string): number {
  const share = Number(word);
  if (!/^(?:\d+|\d*\.\d+)$/.test(word) || share > 1) throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return share;
}

/** Reads a number of either sign. */
export function parseNumber(word: string): number {
  if (!/^-?(?:\d+|\d*\.\d+)$/.test(word)) throw new InvalidArgumentError('It must be a number, such as 0 or -1.5.');
  return Number(word);
}
