import { describe, expect, it } from '@jest/globals';
import { speechIn } from './cut-document.js';

const utterances = [
  { start: 0, end: 10, speaker: 'Ines', from: 0, to: 2 },
  { start: 11, end: 20, speaker: 'Tomas', from: 2, to: 4.5 },
  { start: 22, end: 30, speaker: 'Ines', from: 5, to: null },
];

describe('speechIn', () => {
  it.each([
    [0, 10, { speakers: ['Ines'], time_start: 0, time_end: 2 }],
    [5, 12, { speakers: ['Ines', 'Tomas'], time_start: 0, time_end: 4.5 }],
    [11, 30, { speakers: ['Tomas', 'Ines'], time_start: 2, time_end: 4.5 }],
    [20, 22, {}],
  ])('says who speaks from %i to %i, and when', (start, end, expected) => {
    expect(speechIn(utterances, start, end)).toEqual(expected);
  });

  it('is empty for a document that is no speech', () => {
    expect(speechIn(undefined, 0, 10)).toEqual({});
  });
});
