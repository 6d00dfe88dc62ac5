import { describe, expect, it } from '@jest/globals';
import { pastedText } from './pasted-text.js';

const passages = [
  { name: 'P1', text: 'The lamp of the north pier burns whale oil all night.' },
  { name: 'P2', text: 'Ada Finch keeps the lamp of the north pier for ten crowns.' },
  { name: 'P3', text: 'The bell is rung in fog, once every thirty seconds. Who rings it at night, and from where?' },
  { name: 'P4', text: 'Short.' },
];

describe('pastedText', () => {
  it('copies sentences of passages that no right text rests on, with their markers', () => {
    expect(pastedText(passages, ['Ada Finch [P2].'], 0)).toBe(
      'The lamp of the north pier burns whale oil all night. [P1] The bell is rung in fog, once every thirty seconds. [P3]',
    );
  });

  it('leaves out what may answer: most of the terms of a right text', () => {
    expect(pastedText(passages, ['Whale oil burns in the lamp.'], 0)).not.toContain('whale');
  });

  it('is nothing where fewer than two passages are left', () => {
    expect(pastedText(passages.slice(0, 2), ['Ada [P2].'], 0)).toBeNull();
  });
});
