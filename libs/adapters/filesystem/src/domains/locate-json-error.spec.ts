import { describe, expect, it } from '@jest/globals';
import { locateJsonError } from './read-json-file.js';

describe('locateJsonError', () => {
  it.each([
    ['', 1, 1, 'a value'],
    ['{"a": x}', 1, 7, 'a value'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"," or "}"'],
    ['[1, 2,]', 1, 7, 'no "," before "]"'],
    ["{'a': 1}", 1, 2, 'a key in double quotes'],
    ['{"a" 1}', 1, 6, '":"'],
    ['{"a": "b}', 1, 7, 'a closed string without line breaks and with valid escapes'],
    ['"tab\there"', 1, 1, 'a closed string without line breaks and with valid escapes'],
    ['[1', 1, 3, '"," or "]"'],
    ['{} {}', 1, 4, 'nothing after the end of the value'],
    ['[01]', 1, 3, '"," or "]"'],
    ['// no comments\n{}', 1, 1, 'a value'],
  ])('finds the error of %j', (text, line, column, expected) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(locateJsonError(text)).toEqual({ line, column, expected });
  });

  it.each(['null', ' [ ] ', '{"a":{"b":[1,-2.5e+3,true,"\\u00e9\\n"]}}', '"\u2028"', '\t{ }\r\n'])(
    'finds none in %j',
    (text) => {
      expect(() => JSON.parse(text) as unknown).not.toThrow();
      expect(locateJsonError(text)).toBeNull();
    },
  );
});
