import { describe, expect, it } from '@jest/globals';
import { splitShell } from './split-shell.js';

const wordsOf = (script: string) => splitShell(script).map(({ words }) => words);

describe('splitShell', () => {
  it('splits lists and pipes, outside of quotes', () => {
    expect(wordsOf('a "b && c" | d; e & f || g')).toEqual([['a', 'b && c'], ['d'], ['e'], ['f'], ['g']]);
  });

  it('joins what a backslash or a quote carries into the next line', () => {
    expect(wordsOf("curl x \\\n  -d '{\n}' y\nls")).toEqual([['curl', 'x', '-d', '{\n}', 'y'], ['ls']]);
  });

  it('leaves comments out, but no number sign within a word', () => {
    expect(wordsOf('# first\na b#c # rest; d\n')).toEqual([['a', 'b#c']]);
  });

  it('tells assignments from words', () => {
    expect(splitShell('A=1 B="2 3" run C=4\nD=5')).toEqual([
      { variables: ['A', 'B'], words: ['run', 'C=4'], line: 1 },
      { variables: ['D'], words: [], line: 2 },
    ]);
  });

  it('takes a command within a word for one of its own', () => {
    expect(splitShell('a\nb -d "$(npm run -s c | d)" e')).toEqual([
      { variables: [], words: ['a'], line: 1 },
      { variables: [], words: ['b', '-d', '$_', 'e'], line: 2 },
      { variables: [], words: ['npm', 'run', '-s', 'c'], line: 2 },
      { variables: [], words: ['d'], line: 2 },
    ]);
  });

  it('drops the sign of a prompt', () => {
    expect(wordsOf('$ npm test')).toEqual([['npm', 'test']]);
  });

  it('comes to an end on a quote that is never closed', () => {
    expect(wordsOf('say "hello')).toEqual([['say', '"', 'hello']]);
  });
});
