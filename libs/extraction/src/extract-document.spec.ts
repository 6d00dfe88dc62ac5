import { beforeAll, describe, expect, it } from '@jest/globals';
import { countSteps, soakSample } from '@arbiter/testing';
import { extractDocument, extractDocuments } from './extract-document.js';
import type { ExtractableDocument, ExtractedEntity, Extraction, ExtractionSchema } from './extraction.js';

/** Four times the text takes four times the steps, less what the shortest text takes; quadratic work takes sixteen times. */
const LINEAR = 4.3;

const CITY: ExtractionSchema = {
  entityTypes: ['person', 'place', 'organisation', 'ship', 'machine', 'item'],
  relationTypes: [],
};

/** A document of paragraphs; a line that begins with `#` is a heading, one with `Header: value; Header: value` a row. */
function documentOf(text: string, more: Partial<ExtractableDocument> = {}): ExtractableDocument {
  const lines = text.split('\n');
  let start = 0;
  const sections = lines.flatMap((line) => {
    const at = start;
    start += line.length + 1;
    return line.startsWith('# ') ? [{ heading: line.slice(2), level: 2, start: at }] : [];
  });
  return { id: 'notes/one.md', title: '', text, sections, blocks: [], metadata: {}, ...more };
}

const find = (extraction: Extraction, name: string): ExtractedEntity | undefined =>
  extraction.entities.find((entity) => [entity.name, ...entity.aliases].some((one) => one === name));

function told(extraction: Extraction): string[] {
  const names = new Map(extraction.entities.map(({ id, name }) => [id, name]));
  return extraction.relations.map(({ from, type, to }) => `${names.get(from)} ${type} ${names.get(to)}`).sort();
}

describe('the entities of a document', () => {
  it('has the subject of the title, with the type and the aliases of the front matter', () => {
    const extraction = extractDocument(
      documentOf('The Grey Mill grinds for three villages.', {
        title: 'The Grey Mill',
        metadata: { type: 'place', aliases: ['Old Grinder'] },
      }),
      CITY,
    );
    expect(find(extraction, 'Grey Mill')).toMatchObject({
      type: 'place',
      aliases: ['Old Grinder'],
      describedIn: ['notes/one.md'],
    });
  });

  it('takes the type from the folder where the front matter has none', () => {
    const document = documentOf('Orsolya Beck mends nets.', { id: 'people/orsolya-beck.md', title: 'Orsolya Beck' });
    expect(find(extractDocument(document, CITY), 'Orsolya Beck')?.type).toBe('person');
  });

  it.each([
    ['Ask Dr Anselm Hobday about it.', 'Anselm Hobday', 'person'],
    ['We met the merchant Ilva at noon.', 'Ilva', 'person'],
    ['They sailed on the barge Kestrel at dawn.', 'Kestrel', 'ship'],
    ['We slept in a hamlet called Low Sedge that night.', 'Low Sedge', 'place'],
    ['It was sold by Marden Foundry Company last year.', 'Marden Foundry Company', 'organisation'],
    ['We drained Pump 4 and restarted Boiler 2.', 'Pump 4', 'machine'],
    ['It is leaking: the valve V-203 again.', 'V-203', 'machine'],
  ])('reads "%s" as naming %s, a %s', (text, name, type) => {
    expect(find(extractDocument(documentOf(text), CITY), name)?.type).toBe(type);
  });

  it.each([
    ['Pump P-14, known as Old Faithful, runs hot.', 'P-14', 'Old Faithful'],
    ['We inspected Pump 7, which the fitters call Grumpy, and left.', 'Pump 7', 'Grumpy'],
    ['She left Stonewick (formerly Ashby) in May.', 'Stonewick', 'Ashby'],
  ])('reads a second name in "%s"', (text, name, alias) => {
    const entity = find(extractDocument(documentOf(text), CITY), name);
    expect(entity && [entity.name, ...entity.aliases]).toContain(alias);
  });

  it('reads codes and nicknames of a register as one thing each', () => {
    const rows = ['Asset: K-100; Nickname: the Whale; Place: Yard 3', 'Asset: K-200; Nickname: Minnow; Place: Yard 4'];
    const extraction = extractDocument(documentOf(rows.join('\n')), CITY);
    expect(find(extraction, 'K-100')).toBe(find(extraction, 'Whale'));
    expect(find(extraction, 'K-200')).toBe(find(extraction, 'Minnow'));
    expect(find(extraction, 'K-100')).not.toBe(find(extraction, 'K-200'));
  });

  it('takes dates, weekdays and headers of tables for no entities', () => {
    const text = 'On Monday 3 March it closed.\nOwner: Ada Finch; Opened: Tuesday\nOwner: Ben Moss; Opened: Friday';
    const names = extractDocument(documentOf(text), CITY).entities.map(({ name }) => name);
    expect(names.sort()).toEqual(['Ada Finch', 'Ben Moss']);
  });

  it('takes "whoever" and "nobody" for no entities', () => {
    const text =
      'Whoever drinks from it sleeps. Nobody asked Ada Finch. Everything was told to Ben Moss. Whoever came sat down.';
    const names = extractDocument(documentOf(text), CITY).entities.map(({ name }) => name);
    expect(names.sort()).toEqual(['Ada Finch', 'Ben Moss']);
  });

  it('has evidence that is verbatim in the text', () => {
    const text = 'Zoë Marsh keeps “the Bell”. 🚢 Captain Zoë Marsh of the Harbour Guild told Ilva Dorn.';
    const document = documentOf(text);
    const { entities } = extractDocument(document, CITY);
    expect(entities.length).toBeGreaterThan(2);
    for (const entity of entities)
      for (const { start, end } of entity.evidence)
        expect([entity.name, ...entity.aliases].map((name) => name.toLowerCase())).toContain(
          text.slice(start, end).toLowerCase(),
        );
  });
});

describe('types and names by their neighbours', () => {
  const typeOf = (name: string, text: string, entityTypes = ['person', 'company', 'machine', 'permit', 'town']) =>
    find(extractDocuments([documentOf(text)], { entityTypes, relationTypes: [] }), name)?.type;

  it('gives tags of one series the type that the text has for one of them', () => {
    expect(typeOf('PW-13', 'The permit PW-12 ran out. PW-13 hangs at the door. PW-13 is new.')).toBe('permit');
    expect(typeOf('P-13', 'The permit PW-12 ran out. P-13 hangs at the door. P-13 is new.')).toBe('machine');
  });

  it('takes a name that ends in several people for a firm', () => {
    expect(typeOf('Brae Surveyors', 'We called Brae Surveyors. Later Brae Surveyors came.')).toBe('company');
  });

  it('does not take the first word of a sentence for a part of a name', () => {
    const text = 'The machine Keyring hums. Needs Keyring to run. We saw Keyring.';
    expect(extractDocuments([documentOf(text)], CITY).entities.map(({ name }) => name)).toEqual(['Keyring']);
  });
});

describe('relations between documents', () => {
  const schema: ExtractionSchema = {
    entityTypes: ['person', 'department', 'machine', 'contractor'],
    relationTypes: [
      { type: 'headed_by', from: 'department', to: 'person' },
      { type: 'maintained_by', from: 'machine', to: 'contractor' },
    ],
  };

  it('takes the types of the schema for what the text says in other words', () => {
    const text = 'The Paint Department is led by Ada Finch.\nMachine: Press 2; Serviced by: Holm Contractor';
    expect(told(extractDocuments([documentOf(text)], schema))).toEqual([
      'Paint Department headed_by Ada Finch',
      'Press 2 maintained_by Holm Contractor',
    ]);
  });

  it('leaves out relations that the schema does not have', () => {
    expect(
      told(extractDocuments([documentOf('Ada Finch is married to Ben Moss. His wife is Ada Finch.')], schema)),
    ).toEqual([]);
  });

  it('finds a relation to a thing that only another document introduces', () => {
    const one = documentOf('Fenwort cordial cures fever.', {
      id: 'items/f.md',
      title: 'Fenwort cordial',
      metadata: { type: 'item' },
    });
    const two = documentOf('Orla Dunn sells fenwort cordial.', { id: 'people/o.md', title: 'Orla Dunn' });
    expect(told(extractDocuments([one, two], CITY))).toEqual(['Fenwort cordial sold_by Orla Dunn']);
  });

  it('places a thing in the place whose name it has, unless the text places it', () => {
    const places = 'The town of Skerrow burned. Skerrow Chapel burned. The village of Low Ness burned.';
    expect(told(extractDocuments([documentOf(places)], CITY))).toEqual(['Skerrow Chapel located_in Skerrow']);
    const moved = `${places} Skerrow Chapel stands in Low Ness.`;
    expect(told(extractDocuments([documentOf(moved)], CITY))).toEqual(['Skerrow Chapel located_in Low Ness']);
  });

  it('puts a thing in the place of the only section that names it, unless the text puts it elsewhere', () => {
    const text =
      '# Pump House\nThe Pump House is a building. The pump P-12 hums.\n# Yard Tower\nThe Yard Tower is a building.';
    const schema = { entityTypes: ['building', 'machine'], relationTypes: [] };
    expect(told(extractDocuments([documentOf(text)], schema))).toEqual(['P-12 located_in Pump House']);
    const moved = `${text} P-12 stands in the Yard Tower.`;
    expect(told(extractDocuments([documentOf(moved)], schema))).toEqual(['P-12 located_in Yard Tower']);
  });

  it('makes the deputy of a body that of its manager, where the schema has deputies', () => {
    const people = { entityTypes: ['person', 'team'], relationTypes: [{ type: 'deputy_of' }, { type: 'managed_by' }] };
    const text = 'The Paint Team is managed by Ada Finch. Ben Moss is deputy manager of the Paint Team.';
    expect(told(extractDocuments([documentOf(text)], people))).toEqual([
      'Ben Moss deputy_of Ada Finch',
      'Paint Team managed_by Ada Finch',
    ]);
  });

  it('reads the fields of the front matter', () => {
    const document = documentOf('The Salt Guild mines.', {
      title: 'The Salt Guild',
      metadata: { type: 'organisation', leader: 'Ada Finch', headquarters: 'Castle Grim', date: 'Monday' },
    });
    expect(told(extractDocuments([document], CITY))).toEqual([
      'Salt Guild led_by Ada Finch',
      'Salt Guild located_in Castle Grim',
    ]);
  });

  it('keeps the sentence as evidence', () => {
    const text = 'It rained. Ada Finch leads the Harbour Guild. It rained again.';
    const [relation] = extractDocuments([documentOf(text)], CITY).relations;
    expect(relation && text.slice(relation.evidence.start, relation.evidence.end)).toBe(
      'Ada Finch leads the Harbour Guild.',
    );
  });
});

describe('hearsay and denial', () => {
  const read = (text: string) =>
    extractDocuments(
      [documentOf(`The Harbour Guild sings. The Harbour Guild eats. Ada Finch is a merchant. ${text}`)],
      CITY,
    ).relations.map(({ type, isDoubtful }) => [type, isDoubtful]);

  it('flags what is only reported', () => {
    expect(read('Some say that Ada Finch leads the Harbour Guild.')).toEqual([['led_by', true]]);
    expect(read('“Ada Finch leads the Harbour Guild now,” said Ben Moss.')).toEqual([['led_by', true]]);
  });

  it('takes what is reported and told elsewhere for told', () => {
    const text = 'Some say that Ada Finch leads the Harbour Guild. Ada Finch leads the Harbour Guild.';
    expect(read(text)).toEqual([['led_by', false]]);
  });

  it.each([
    'Ada Finch does not lead the Harbour Guild.',
    'Ada Finch no longer leads the Harbour Guild.',
    'Ada Finch is not the head of the Harbour Guild.',
    'The Harbour Guild may be led by Ada Finch.',
    'If Ada Finch leads the Harbour Guild, we are lost.',
    'Is the Harbour Guild led by Ada Finch?',
    'It is planned that the Harbour Guild will be led by Ada Finch.',
  ])('reads no relation in "%s"', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('definitions', () => {
  const defined = (name: string, ...documents: ExtractableDocument[]): string | undefined => {
    const definition = extractDocuments(documents, CITY).entities.find((entity) => entity.name === name)?.definition;
    const text = documents.find(({ id }) => id === definition?.document)?.text;
    return definition ? text?.slice(definition.start, definition.end) : undefined;
  };

  it.each([
    ['Ada Finch slept. Ada Finch is a merchant. Ada Finch sells ropes.', 'Ada Finch is a merchant.'],
    [
      'We met Ada Finch. Later came Ada Finch, the old merchant, and sang.',
      'Later came Ada Finch, the old merchant, and sang.',
    ],
    ['They saw Ada Finch. Ada Finch is captain of the watch.', 'Ada Finch is captain of the watch.'],
    ['They saw Ada Finch. The captain is Ada Finch. They left Ada Finch.', 'The captain is Ada Finch.'],
    ['Is Ada Finch a merchant? Ada Finch said so. Ada Finch told us.', 'Ada Finch said so.'],
    ['- Ada Finch: merchant from Stonewick\n- Ben Moss: baker', 'Ada Finch: merchant from Stonewick'],
    ['They saw Ada Finch. They told Ada Finch.', 'They saw Ada Finch.'],
  ])('takes the sentence that says what a thing is: %s', (text, expected) => {
    expect(defined('Ada Finch', documentOf(text))).toBe(expected);
  });

  it('takes the first sentence of a document about the thing, even without its name', () => {
    const own = documentOf('Halfling merchant who ran a potion stall. Torven Pell was killed.', {
      id: 'people/t.md',
      title: 'Torven Pell',
      metadata: { type: 'person' },
    });
    const other = documentOf('Torven Pell was a merchant of the old market.', { id: 'other.md' });
    expect(defined('Torven Pell', other, own)).toBe('Halfling merchant who ran a potion stall.');
  });
});

describe('hostile and empty documents', () => {
  it('finds nothing in nothing', () => {
    expect(extractDocument(documentOf(''), CITY)).toEqual({ entities: [], relations: [] });
    expect(extractDocuments([], CITY)).toEqual({ entities: [], relations: [] });
  });

  /** Texts of about so many characters. */
  const LONG: Record<string, (length: number) => string> = {
    capitals: (length) => 'A'.repeat(length),
    'capitalised words': (length) => 'Abc '.repeat(length / 4),
    'one name again and again': (length) => 'Ada Finch leads the Harbour Guild. '.repeat(length / 35),
    'names without an end': (length) => 'Ada Finch of the '.repeat(length / 17),
    'unbalanced brackets': (length) => 'Ada (Finch '.repeat(length / 11),
    'opening brackets': (length) => '('.repeat(length),
    blanks: (length) => `Ada${' '.repeat(length)}Finch`,
    'second names': (length) => numbered(length / 25, (n) => `We saw Ab${n}x (Cd${n}x). `).join(''),
    doctors: (length) => numbered(length / 18, (n) => `Dr Ab Cd${n}x sang.`).join(' '),
    headers: (length) => 'Ada: Ben; '.repeat(length / 10),
    'lower-case words': (length) => 'the press is a '.repeat(length / 15),
    pronouns: (length) => 'Ada Finch and she and her it his the press, '.repeat(length / 44),
    'lists without an end': (length) => 'Ada Finch, Ben Moss and '.repeat(length / 24),
    forms: (length) => 'Leader: Ada Finch Seat: Castle Grim '.repeat(length / 36),
    hearsay: (length) => 'Some say if Ada Finch, "who claims that Ben Moss '.repeat(length / 49),
    'list items': (length) => '- Ada Finch: Castle Grim\n'.repeat(length / 25),
    'different names': (length) => numbered(length / 12, (n) => `Ab${n.toString(36)} Cd${n.toString(36)}.`).join('\n'),
    'headings and a table': (length) =>
      numbered(length / 50, (n) => `# Room ${n}\nRoom: Cell ${n}; Keeper: Ada Finch${n}`).join('\n'),
  };
  const KINDS = soakSample('kinds of long texts', Object.keys(LONG), 6);

  function numbered(count: number, piece: (n: number) => string): string[] {
    return Array.from({ length: Math.floor(count) }, (_, n) => piece(n));
  }

  describe('takes steps that grow with the length of a text', () => {
    const LENGTHS = [3_000, 12_000];
    /** A row is read in windows of 4,000 characters (`MAX_ROW`), and names of one window are compared with one another. */
    const LENGTHS_OF_ROWS = [8_000, 32_000];
    const ROWS = ['pronouns', 'lists without an end', 'forms', 'hearsay'];
    let counted: readonly number[];
    beforeAll(async () => {
      const texts = KINDS.flatMap((kind) =>
        (ROWS.includes(kind) ? LENGTHS_OF_ROWS : LENGTHS).map((length) => LONG[kind]!(length)),
      );
      counted = await countSteps(
        new URL('./extract-document.ts', import.meta.url),
        'extractDocument',
        texts.map((text) => [documentOf(text), CITY]),
      );
    });

    it.each(KINDS.map((kind, index) => [kind, index] as const))('of %s', (_, index) => {
      const [short = 0, long = 0] = counted.slice(2 * index);
      expect(short).toBeGreaterThan(0);
      expect(long).toBeLessThan(LINEAR * short);
    });
  });

  // A limit of the engine, of its stack for instance, shows only in texts of that length.
  it.each(soakSample('megabytes', Object.keys(LONG), 1))('reads a megabyte of %s', (kind) => {
    expect(() => extractDocument(documentOf(LONG[kind]!(1_000_000)), CITY)).not.toThrow();
  });
});
