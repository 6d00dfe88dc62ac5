import { describe, expect, it } from '@jest/globals';
import { COMMANDS, createProgram } from '../create-program.js';
import { RETIRED_COMMANDS, retiredCommand } from './retired-commands.js';

describe('a command of former versions', () => {
  it.each([...RETIRED_COMMANDS])('%j is none today, and what replaces it is: %s', async (former, instead) => {
    const program = await createProgram({
      version: '1',
      argv: COMMANDS.map(({ name }) => name),
      out: { write: () => true },
      execute: () => Promise.resolve(),
    });
    const find = (words: readonly string[]) => {
      let found = program;
      for (const word of words) found = found.commands.find((command) => command.name() === word) ?? found;
      return found;
    };
    expect(find(former.split(' ')).name()).not.toBe(former.split(' ').at(-1));
    expect(retiredCommand([...former.split(' '), 'x'])).toEqual({ command: former, instead });
    const [, line] = /^"arbiter (.*)"$/.exec(instead) ?? [];
    if (line === undefined) {
      expect(instead).toMatch(/^"npm run \w+/);
      return;
    }
    const command = find(line.split(' '));
    expect(command).not.toBe(program);
    const options = command.options.map(({ long }) => long);
    for (const [option] of line.matchAll(/--[\w-]+/g)) expect(options).toContain(option);
  });
});
