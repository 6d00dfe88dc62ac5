import { describe, expect, it } from '@jest/globals';
import { cue, tellingCue, withPool } from './cue.js';
import { readMessage } from './message.js';
import { anyOf, pattern } from './pattern.js';

describe('withPool', () => {
  const pooled = withPool('any-bell', 'speaks of bells', [
    tellingCue('rings', 'says "ring"', /\brings?\b/),
    cue('tower', 'says "tower"', /\btower\b/),
  ]);
  const speaking = (query: string) =>
    pooled.filter(({ speaksIn }) => speaksIn(readMessage(query))).map(({ name }) => name);

  it('speaks wherever a telling cue does, and only there', () => {
    expect(speaking('Who rings it?')).toEqual(['rings', 'any-bell']);
    expect(speaking('Who built the tower?')).toEqual(['tower']);
  });
});

describe('pattern', () => {
  it('leaves out the breaks and what is around them, and keeps every other blank', () => {
    const { source } = pattern`
      \b(?:the bell|
      the ${anyOf(' horn  lens ')})\b`;
    expect(source).toBe(String.raw`\b(?:the bell|the (?:horn|lens))\b`);
  });
});
