import { ScriptedCaller } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { LIBRARY } from '../test/library.fixture.js';
import { getDomainPrompt, listDomainPrompts } from './domain-prompts.js';
import { Library } from './library.js';

const library = new Library(new ScriptedCaller(LIBRARY), { signal: new AbortController().signal });
const textOf = async (given: Record<string, string>) => {
  const { messages } = await getDomainPrompt('coast/compare', given, library);
  return (messages[0]!.content as { text: string }).text;
};

describe('the prompts of domains', () => {
  it('are listed with their domain, and which arguments they need', async () => {
    expect(await listDomainPrompts(library)).toEqual({
      prompts: [
        {
          name: 'coast/compare',
          description: 'Compares two.',
          arguments: [
            { name: 'first', description: 'one', required: true },
            { name: 'second', description: '', required: true },
            { name: 'tone', description: '', required: false },
          ],
        },
      ],
    });
  });

  it('are filled in, once, with what is given', async () => {
    expect(await textOf({ first: '{second}', second: 'B', tone: '' })).toBe('Compare {second} and B .');
  });

  it.each([
    ['coast/compare', { first: 'A' }, '"coast/compare" needs "second".'],
    ['coast/compare', {}, '"coast/compare" needs "first", "second".'],
    [
      'coast/compare',
      { first: 'A', second: 'B', third: 'C' },
      'has no argument "third", only "first", "second", "tone".',
    ],
    ['coast/none', {}, 'There is no prompt "coast/none"'],
    ['compare', {}, 'There is no prompt "compare"'],
    ['../coast/compare', {}, 'There is no prompt'],
  ])('refuse %s with %j', async (name, given, message) => {
    await expect(getDomainPrompt(name, given, library)).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining(message),
    });
  });
});
