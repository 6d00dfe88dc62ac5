import { describe, expect, it } from '@jest/globals';
import type { ExtractableDocument, ExtractedEntity, ExtractionSchema } from '../extraction.js';
import { readLayout } from '../reading/read-layout.js';
import { TypeReader } from '../reading/type-reader.js';
import { findRelations } from './find-relations.js';
import { NameIndex } from './name-index.js';
import { RelationReader } from './relation-reader.js';

const TYPES = ['person', 'place', 'guild', 'ship', 'item', 'department'];
const KNOWN: readonly (readonly [name: string, type: string, ...aliases: string[]])[] = [
  ['Ada Finch', 'person'],
  ['Ben Moss', 'person'],
  ['Cora Dell', 'person'],
  ['Harbour Guild', 'guild', 'the Hooks'],
  ['Mill Bridge', 'place'],
  ['Stonewick', 'place'],
  ['Kestrel', 'ship'],
  ['Brass Key', 'item'],
  ['Paint Shop', 'department'],
];

function entityOf([name, type, ...aliases]: readonly [string, string, ...string[]]): ExtractedEntity {
  const id = name.toLowerCase().replaceAll(' ', '-');
  const about = name === 'Harbour Guild' ? ['guild.md'] : name === 'Ada Finch' ? ['ada.md'] : [];
  return {
    id,
    name,
    type,
    aliases,
    typeVotes: {},
    nameVotes: { [type]: 1 },
    salience: 3,
    describedIn: about,
    evidence: [],
    definition: null,
  };
}

function relationsIn(text: string, title = '', schema: Partial<ExtractionSchema> = {}): string[] {
  const types = new TypeReader(TYPES);
  const id = title === 'Harbour Guild' ? 'guild.md' : title === 'Ada Finch' ? 'ada.md' : 'other.md';
  const document: ExtractableDocument = { id, title, text, sections: [], blocks: [], metadata: {} };
  const reader = new RelationReader({ entityTypes: TYPES, relationTypes: [], ...schema }, types);
  const found = findRelations(document, readLayout(document), new NameIndex(KNOWN.map(entityOf)), reader).told;
  return found.map(({ from, type, to }) => `${from} ${type} ${to}`).sort();
}

describe('relations in sentences', () => {
  it.each([
    ['The Harbour Guild is led by Ada Finch.', ['harbour-guild led_by ada-finch']],
    ['The Hooks are now led by Captain Ada Finch.', ['harbour-guild led_by ada-finch']],
    ['Ada Finch runs the Paint Shop.', ['paint-shop led_by ada-finch']],
    ['Ada Finch runs the Kestrel.', ['kestrel run_by ada-finch']],
    ['Ada Finch, master of the Harbour Guild, coughed.', ['harbour-guild led_by ada-finch']],
    ['Ada Finch is a member of the Harbour Guild.', ['ada-finch member_of harbour-guild']],
    ['Ada Finch is deputy master of the Harbour Guild.', ['ada-finch deputy_of harbour-guild']],
    ['Captain Ada Finch of the Harbour Guild waved.', ['ada-finch member_of harbour-guild']],
    ["Ada Finch's brother Ben Moss waved.", ['ben-moss sibling_of ada-finch']],
    ['Mill Bridge stands in Stonewick.', ['mill-bridge located_in stonewick']],
    ['Mill Bridge is the only bridge of Stonewick.', ['mill-bridge located_in stonewick']],
    ['The Brass Key lies in a drawer on the Kestrel.', []],
    ['Ada Finch lives above Mill Bridge.', []],
    ['Ada Finch lives in Stonewick.', ['ada-finch lives_in stonewick']],
    ['Ada Finch was born in Stonewick.', ['ada-finch born_in stonewick']],
    ['Ada Finch works in the Paint Shop.', ['ada-finch works_in paint-shop']],
    ['The Brass Key belongs to Ben Moss.', ['brass-key owned_by ben-moss']],
    ['Ben Moss owes Ada Finch nine crowns.', ['ben-moss indebted_to ada-finch']],
    ['The keeper of Mill Bridge is Ben Moss.', ['mill-bridge kept_by ben-moss']],
    [
      'Ben Moss keeps Mill Bridge, the Kestrel and Stonewick.',
      ['kestrel kept_by ben-moss', 'mill-bridge kept_by ben-moss', 'stonewick kept_by ben-moss'],
    ],
    ['The Kestrel is moored at Mill Bridge.', ['kestrel located_in mill-bridge']],
    ['The Harbour Guild is allied with the Paint Shop.', ['harbour-guild allied_with paint-shop']],
    ['Mill Bridge depends on the Kestrel.', ['mill-bridge depends_on kestrel']],
    ['The Harbour Guild owns no Kestrel.', []],
    ['- Ada Finch: clerk of the Harbour Guild', ['ada-finch member_of harbour-guild']],
    ['Ada Finch met Ben Moss in Stonewick.', []],
    ['Tolls on Mill Bridge are owned by the Harbour Guild.', []],
    ['Ada Finch is Ben Moss’s sister.', ['ada-finch sibling_of ben-moss']],
    ['Ada Finch and Ben Moss are siblings.', ['ada-finch sibling_of ben-moss']],
    ['The Kestrel, which Ben Moss maintains, sank.', ['kestrel maintained_by ben-moss']],
    ['The Harbour Guild has a clerk, Cora Dell, and a dog.', ['cora-dell member_of harbour-guild']],
    ['In Stonewick stands the Paint Shop.', ['paint-shop located_in stonewick']],
    ['The only crossing in Stonewick is Mill Bridge.', ['mill-bridge located_in stonewick']],
    ['The Paint Shop, where Cora Dell works, is cold.', ['cora-dell works_in paint-shop']],
    ['Ben Moss stands in for Ada Finch.', ['ben-moss covers_for ada-finch']],
    ['Ben Moss learnt the trade from Ada Finch.', ['ben-moss pupil_of ada-finch']],
    ['Ada Finch answers directly to Ben Moss.', ['ada-finch reports_to ben-moss']],
    [
      'Ben Moss reports to Ada Finch, and Cora Dell to Ben Moss.',
      ['ben-moss reports_to ada-finch', 'cora-dell reports_to ben-moss'],
    ],
    ['Mill Bridge and the Kestrel are kept by Ben Moss.', ['kestrel kept_by ben-moss', 'mill-bridge kept_by ben-moss']],
    ['Ada Finch met Ben Moss, and he is her deputy.', ['ben-moss deputy_of ada-finch']],
    ['Ada Finch taught Ben Moss’s son.', []],
    ['- Brass Key: repair of the Kestrel', []],
    ['', []],
  ])('reads "%s"', (text, expected) => {
    expect(relationsIn(text)).toEqual(expected);
  });

  it('carries a pronoun and "the guild" back to the subject of the document', () => {
    expect(relationsIn('It is led by Ada Finch.', 'Harbour Guild')).toEqual(['harbour-guild led_by ada-finch']);
    expect(relationsIn('The guild meets in the Mill Bridge.', 'Harbour Guild')).toEqual([
      'harbour-guild based_in mill-bridge',
    ]);
    expect(relationsIn('Its treasurer is Ben Moss.', 'Harbour Guild')).toEqual(['ben-moss member_of harbour-guild']);
    expect(relationsIn('Her husband, Ben Moss, sings.', 'Ada Finch')).toEqual(['ben-moss married_to ada-finch']);
  });

  it('does not take "he" for a guild', () => {
    expect(relationsIn('He lives in Stonewick.', 'Harbour Guild')).toEqual([]);
  });
});

describe('relations in lists', () => {
  it('takes the first name of a list item for the subject of its further sentences', () => {
    expect(relationsIn('- The Kestrel sank. Owned by Ben Moss.')).toEqual(['kestrel owned_by ben-moss']);
  });
});

describe('types that a schema declares', () => {
  it.each([
    ['leads', 'The Harbour Guild is led by Ada Finch.', 'ada-finch leads harbour-guild'],
    ['head_of', 'The Harbour Guild is led by Ada Finch.', 'ada-finch head_of harbour-guild'],
    ['managed_by', 'Ada Finch leads the Harbour Guild.', 'harbour-guild managed_by ada-finch'],
    ['keeps', 'The keeper of Mill Bridge is Ben Moss.', 'ben-moss keeps mill-bridge'],
    ['contains', 'Mill Bridge stands in Stonewick.', 'stonewick contains mill-bridge'],
    ['moored_at', 'The Kestrel is moored at Mill Bridge.', 'kestrel moored_at mill-bridge'],
    ['related_to', 'Ada Finch is married to Ben Moss.', 'ada-finch related_to ben-moss'],
    ['parent_of', "Ada Finch's daughter Cora Dell sang.", 'ada-finch parent_of cora-dell'],
    ['calls_at', 'The Kestrel always calls at Mill Bridge.', 'kestrel calls_at mill-bridge'],
    ['serves_on', 'Ada Finch is a member of the Harbour Guild.', 'ada-finch serves_on harbour-guild'],
  ])('has %s for "%s"', (type, text, expected) => {
    expect(relationsIn(text, '', { relationTypes: [{ type }] })).toEqual([expected]);
  });

  it('chooses among several by what their ends may be', () => {
    const relationTypes = [
      { type: 'located_in', from: 'item', to: 'place' },
      { type: 'moored_at', from: 'ship', to: 'place' },
    ];
    expect(relationsIn('The Kestrel lies in Stonewick.', '', { relationTypes })).toEqual([
      'kestrel moored_at stonewick',
    ]);
  });
});

describe('relations in tables', () => {
  it('reads a column from its header', () => {
    const rows = [
      'Bridge: Mill Bridge; Where: Stonewick; Keeper: Ben Moss; Maintained by: Harbour Guild',
      'Bridge: Kestrel; Where: Stonewick; Keeper: Cora Dell; Maintained by: nobody',
    ];
    expect(relationsIn(rows.join('\n'))).toEqual([
      'kestrel kept_by cora-dell',
      'kestrel located_in stonewick',
      'mill-bridge kept_by ben-moss',
      'mill-bridge located_in stonewick',
      'mill-bridge maintained_by harbour-guild',
    ]);
  });

  it('reads offices as those of the document, and the first leader as its only one', () => {
    const rows = [
      'Office: Master; Holder: Ada Finch',
      'Office: Desk master; Holder: Ben Moss',
      'Office: Clerk; Holder: Cora Dell',
    ];
    expect(relationsIn(rows.join('\n'), 'Harbour Guild')).toEqual([
      'ben-moss member_of harbour-guild',
      'cora-dell member_of harbour-guild',
      'harbour-guild led_by ada-finch',
    ]);
  });

  it('reads every name of a cell that is a list of names, and only the first of any other', () => {
    const rows = [
      'Member: Ada Finch; Where: Mill Bridge, Stonewick',
      'Member: Ben Moss; Where: Mill Bridge, the old crossing near Stonewick',
    ];
    expect(relationsIn(rows.join('\n'))).toEqual([
      'ada-finch lives_in mill-bridge',
      'ada-finch lives_in stonewick',
      'ben-moss lives_in mill-bridge',
    ]);
  });

  it('takes a declared type whose word the header shares', () => {
    const rows = ['First: Ada Finch; Cover: Ben Moss', 'First: Ben Moss; Cover: Cora Dell'];
    const relationTypes = [{ type: 'covers_for', from: 'person', to: 'person' }];
    expect(relationsIn(rows.join('\n'), '', { relationTypes })).toEqual([
      'ben-moss covers_for ada-finch',
      'cora-dell covers_for ben-moss',
    ]);
  });
});
