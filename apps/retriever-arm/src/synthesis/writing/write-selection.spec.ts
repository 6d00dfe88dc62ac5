import { describe, expect, it } from '@jest/globals';
import type { Passage, QueryType } from '@arbiter/contracts';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { writeSelection } from './write-selection.js';

const HIVES = passage(
  'hives',
  [
    'Hive: Aster; Meadow: north; State: healthy',
    'Hive: Borage; Meadow: south; State: swarming',
    'Hive: Clover; Meadow: north; State: swarming',
  ].join('\n'),
);
const CHOIR = passage('choir', 'Ada Quill: soprano\nBen Orr: bass\nCleo Ray: soprano\nDov Lane: tenor');

function write(query: string, passages: readonly Passage[], judgements: Judgements, type: QueryType = 'list_building') {
  return writeSelection({ query, passages, whole: judgedOf(passages, judgements), parts: [], maxSentences: 12 }, type);
}
const said = (...args: Parameters<typeof write>): string[] | undefined =>
  write(...args)?.chosen.map(({ candidate }) => candidate.text);

describe('writeSelection', () => {
  it('says the rows that meet the condition, though the reader liked another', () => {
    expect(said('Which hives are swarming?', [HIVES], { Aster: 0.8 })).toEqual([
      'Hive: Borage; Meadow: south; State: swarming',
      'Hive: Clover; Meadow: north; State: swarming',
    ]);
    expect(write('Which hives are swarming?', [HIVES], { Aster: 0.8 })).toMatchObject({ layout: 'lines' });
  });

  it('says nothing where no row meets it, or nothing tells whether one does', () => {
    expect(said('Which hives in the south are healthy?', [HIVES], { Aster: 0.8 })).toEqual([]);
    expect(said('Which hives were sold?', [HIVES], { Aster: 0.8 })).toEqual([]);
    expect(said('Who are the altos?', [CHOIR], { Ada: 0.8 })).toEqual([]);
  });

  it('knows the other names of what a list is of', () => {
    const named = { ...CHOIR, metadata: { aliases: ['the Larks'] } };
    expect(write('Who are the Larks?', [named], { Ada: 0.8 })).toBeNull();
    expect(said('Who are the Larks?', [CHOIR], { Ada: 0.8 })).toEqual([]);
  });

  it('leaves the whole list, and what stands in no list of records, to others', () => {
    expect(write('Which hives are there?', [HIVES], { Aster: 0.8 })).toBeNull();
    expect(write('Who sings in the choir?', [CHOIR], {})).toBeNull();
    const prose = passage('prose', 'Aster is healthy.\nBorage swarms in May, as it did last year.\nClover rests.');
    expect(write('Which hives are swarming?', [prose], { Borage: 0.8 })).toBeNull();
    expect(write('How many hives are swarming?', [HIVES], { Aster: 0.8 })).toBeNull();
  });

  it('corrects a lookup that would say another row, with the subject as its short answer', () => {
    const one = write('Who is the tenor?', [CHOIR], { Ben: 0.4 }, 'simple_lookup');
    expect(one).toMatchObject({ layout: 'prose', hasShortAnswer: true });
    const [{ candidate, span } = {}] = one?.chosen ?? [];
    expect(candidate?.passage.text.slice(span?.start, span?.end)).toBe('Dov Lane');
    expect(said('Who is the soprano?', [CHOIR], { Ada: 0.9 }, 'simple_lookup')).toEqual([
      'Ada Quill: soprano',
      'Cleo Ray: soprano',
    ]);
  });

  it('leaves to the reader what it found in the right row, and what is not surely a selection', () => {
    expect(write('Who is the tenor?', [CHOIR], { Dov: 0.4 }, 'simple_lookup')).toBeNull();
    expect(write('What is the state of Borage?', [HIVES], { Borage: 0.4 }, 'simple_lookup')).toBeNull();
    expect(write('Which hive gave most honey?', [HIVES], { Borage: 0.4 }, 'simple_lookup')).toBeNull();
  });

  it('gathers rows of several passages and documents', () => {
    const cut = HIVES.text.indexOf('Hive: Clover');
    const first = passage('hives', HIVES.text.slice(0, cut - 1));
    const rest = passage('hives', HIVES.text.slice(cut), { chunkId: 'hives:1', start: cut, end: HIVES.text.length });
    const more = passage(
      'orchard',
      'Hive: Daisy; Meadow: orchard; State: swarming\nHive: Elder; Meadow: orchard; State: healthy',
    );
    expect(said('Which hives are swarming?', [rest, first, more], { Clover: 0.8 })).toEqual([
      'Hive: Borage; Meadow: south; State: swarming',
      'Hive: Clover; Meadow: north; State: swarming',
      'Hive: Daisy; Meadow: orchard; State: swarming',
    ]);
  });

  it('takes from an unlike list no row, whatever it says', () => {
    const prices = passage('prices', 'Programme: 4 crowns\nCloakroom: 1 crown\nCushion: soprano red');
    expect(said('Who are the sopranos?', [CHOIR, prices], { Ada: 0.8 })).toEqual([
      'Ada Quill: soprano',
      'Cleo Ray: soprano',
    ]);
  });

  it('names no utmost of a table of which rows are missing', () => {
    const table = ['A: 3', 'B: 9', 'C: 5', 'D: 7'].map((row) => {
      const [name, length] = row.split(': ');
      return `Rope: ${name ?? ''}; Length: ${length ?? ''} m`;
    });
    const whole = passage('ropes', table.join('\n'));
    expect(said('Which rope is the longest?', [whole], { 'Rope: A': 0.8 })).toEqual(['Rope: B; Length: 9 m']);
    const start = whole.text.indexOf('Rope: D');
    const ends = [
      passage('ropes', table[0] ?? ''),
      passage('ropes', table[3] ?? '', { chunkId: 'ropes:9', start, end: whole.text.length }),
    ];
    expect(said('Which rope is the longest?', ends, { 'Rope: A': 0.8 })).toEqual([]);
  });

  it('is quick to end with a huge list', () => {
    const many = passage('many', Array.from({ length: 3_000 }, (_, n) => `Hive: H${n}; State: swarming`).join('\n'));
    expect(said('Which hives are swarming?', [many], { 'H7;': 0.8 })).toEqual([]);
  });
});
