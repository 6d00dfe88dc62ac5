import type { Passage } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { distinctPassages } from './distinct-passages.js';

const PAGE =
  'Ropes are dear this year, says the chandler. The harbour closes at dusk, in fog as well. A bell is rung before. ' +
  'Grey salt costs seven scales a sack at the gate.';

/** The part of the page from one text to the end of another. */
function part(from: string, to: string, documentId = 'page'): Passage {
  const [start, end] = [PAGE.indexOf(from), PAGE.indexOf(to) + to.length];
  return {
    ...{ chunkId: `${documentId}:${start}`, documentId, collection: 'lore', text: PAGE.slice(start, end), start, end },
    ...{ title: '', source: '', section: [], page: null, metadata: {}, score: 0.5 },
  };
}

const ROPES = part('Ropes', 'chandler.');
const HARBOUR = part('The harbour', 'before.');
const OVERLAP = part('A bell', 'gate.');
const WHOLE = part('Ropes', 'gate.');

const textsOf = (...passages: Passage[]): string[] => distinctPassages(passages).map(({ text }) => text);

describe('passages for a prompt', () => {
  it('are left alone where none shows what another does', () => {
    const other = part('The harbour', 'before.', 'copy of the page');
    expect(distinctPassages([HARBOUR, ROPES, other])).toEqual([HARBOUR, ROPES, other]);
  });

  it('are shown once, in the place of the best that a wider one holds', () => {
    expect(textsOf(HARBOUR, HARBOUR)).toEqual([HARBOUR.text]);
    expect(textsOf(WHOLE, HARBOUR, ROPES)).toEqual([PAGE]);
    const other = part('The harbour', 'before.', 'copy of the page');
    expect(textsOf(ROPES, other, HARBOUR, WHOLE)).toEqual([PAGE, other.text]);
  });

  it('keep of one that overlaps what the others do not show, with its place in the document', () => {
    const [, rest] = distinctPassages([HARBOUR, OVERLAP]);
    expect(rest).toMatchObject({ text: 'Grey salt costs seven scales a sack at the gate.', chunkId: OVERLAP.chunkId });
    expect(PAGE.slice(rest!.start, rest!.end)).toBe(rest!.text);
    expect(textsOf(OVERLAP, HARBOUR)).toEqual([OVERLAP.text, 'The harbour closes at dusk, in fog as well.']);
    expect(textsOf(part('Ropes', 'before.'), part('A bell', 'Grey salt'))).toEqual([PAGE.slice(0, HARBOUR.end)]);
  });
});
