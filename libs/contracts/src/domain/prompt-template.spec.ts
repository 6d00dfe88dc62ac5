import { describe, expect, it } from '@jest/globals';
import { fillTemplate, placeholdersOf, PromptTemplate } from './prompt-template.js';

const template = (text: string, ...names: string[]) => ({
  name: 'compare',
  description: 'Compares.',
  arguments: names.map((name) => ({ name })),
  template: text,
});

describe('placeholdersOf', () => {
  it.each([
    ['Compare {first} with {second}, and {first} again.', ['first', 'second']],
    ['JSON such as {"a": 1} or {} or { first } is text.', []],
    ['{{first}}', ['first']],
  ])('finds in %j %j', (text, names) => {
    expect(placeholdersOf(text)).toEqual(names);
  });
});

describe('fillTemplate', () => {
  it('fills every place once, and never what a value brings along', () => {
    const values = new Map([
      ['a', '{b}'],
      ['b', '$1 $&'],
    ]);
    expect(fillTemplate('{a} {b} {c}', values)).toBe('{b} $1 $& {c}');
  });
});

describe('a prompt', () => {
  it('needs its arguments and placeholders to agree', () => {
    expect(PromptTemplate.safeParse(template('Compare {a} and {b}.', 'a', 'b')).success).toBe(true);
    expect(issuesOf(template('Compare {a}.', 'a', 'b'))).toEqual([
      ['arguments.1.name', 'the text has no placeholder {b}'],
    ]);
    expect(issuesOf(template('Compare {a} and {b}.', 'a'))).toEqual([
      ['template', '{b} is no argument of this prompt'],
    ]);
    expect(issuesOf(template('Compare {a}.', 'a', 'a'))).toEqual([['arguments.1.name', '"a" is declared twice']]);
  });
});

function issuesOf(input: unknown): [string, string][] {
  return (PromptTemplate.safeParse(input).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}
