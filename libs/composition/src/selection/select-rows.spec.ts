import { describe, expect, it } from '@jest/globals';
import { readRecords } from './read-records.js';
import { selectRows } from './select-rows.js';

interface List {
  readonly context: string;
  readonly lines: readonly string[];
}

const FLEET: List = {
  context: 'Harbour fleet',
  lines: [
    'Ship: Curlew; Home: Brae; State: ready; Length (m): 12; Stove: yes',
    'Ship: Dunlin; Home: Skerry; State: in repair; Length (m): 9.5; Stove: no',
    'Ship: Fulmar; Home: Brae; State: in repair; Length (m): 18; Stove: –',
    'Ship: Godwit; Home: Orme; State: nearly ready; Length (m): 7; Stove: yes',
    'Ship: Knot; Home: Brae Harbour; State: not ready; Length (m): 18; Stove: no',
  ],
};
const CREW: List = {
  context: 'Theatre staff',
  lines: [
    '- Ana Ruiz: seamstress',
    '- **Bo Lind**: master carpenter and painter',
    '- Cy Pratt – carpenter',
    '- Di Okoro (usher)',
    '- Ed Moss: former carpenter',
    "- Fay Tan: carpenter's apprentice",
  ],
};
const STALLS: List = {
  context: 'Market stalls',
  lines: [
    'Stall: Cheese; Rent: 25 crowns; Opens: 7:30; Days: Mon, Wed, Sat',
    'Stall: Fish; Rent: 40 crowns; Opens: 6:00; Days: Wed and Fri',
    'Stall: Bread; Rent: 12 crowns; Opens: 6:30; Days: Sat',
    'Stall: Wool; Rent: 20 crowns; Opens: 9:00; Days: Fri',
  ],
};

function namesOf(question: string, ...lists: readonly List[]): string[] | string {
  const rows = lists.flatMap(({ context, lines }) =>
    readRecords(lines).flatMap((cells) => (cells ? [{ cells, context }] : [])),
  );
  const selection = selectRows(question, rows);
  if (selection.kind === 'unsure') return `unsure: ${selection.words.join(', ')}`;
  if (selection.kind === 'all') return 'all';
  return selection.rows.map((row) => rows[row]?.cells[0]?.value ?? '');
}

describe('selectRows', () => {
  it.each([
    ['Which ships are in repair?', ['Dunlin', 'Fulmar']],
    ['Which ships are ready?', ['Curlew']],
    ['Which ships from Brae are in repair?', ['Fulmar']],
    ['Which ships are at Brae?', ['Curlew', 'Fulmar']],
    ['Which ships are at home in Skerry or Orme?', ['Dunlin', 'Godwit']],
    ['List the ships that are in repair and their home.', ['Dunlin', 'Fulmar']],
    ['What is the state of the Dunlin?', ['Dunlin']],
    ['Which ships from Skerry are ready?', []],
    ['Name the ships in repair, from shortest to longest.', ['Dunlin', 'Fulmar']],
    ['Which ships are in repair, in alphabetical order?', ['Dunlin', 'Fulmar']],
  ])('takes the rows whose values meet the conditions: %s', (question, names) => {
    expect(namesOf(question, FLEET)).toEqual(names);
  });

  it.each([
    ['Which ships are not in repair?', ['Curlew', 'Godwit', 'Knot']],
    ["Which ships aren't ready?", ['Dunlin', 'Fulmar', 'Knot']],
    ['Which ships are not ready and not in repair?', ['Knot']],
    ['Which ships are neither in Brae nor in Orme?', ['Dunlin']],
    ['Which ships in repair are not at home in Brae?', ['Dunlin']],
    ['Which ships except Fulmar are in repair?', ['Dunlin']],
  ])('takes for a denied condition only rows that surely say something else: %s', (question, names) => {
    expect(namesOf(question, FLEET)).toEqual(names);
  });

  it.each([
    ['Which ships have a stove?', ['Curlew', 'Godwit']],
    ['Which ships without a stove are in repair?', ['Dunlin', 'Fulmar']],
    ['Which ships do not have a stove?', ['Dunlin', 'Fulmar', 'Knot']],
  ])('reads a column that says yes or no: %s', (question, names) => {
    expect(namesOf(question, FLEET)).toEqual(names);
  });

  it.each([
    ['Who are the carpenters?', ['Bo Lind', 'Cy Pratt']],
    ['Who is the usher?', ['Di Okoro']],
    ['Name the seamstresses of the theatre.', ['Ana Ruiz']],
    ['Who are the carpenters and the ushers?', ['Bo Lind', 'Cy Pratt', 'Di Okoro']],
    ['Which staff are not carpenters?', ['Ana Ruiz', 'Di Okoro']],
  ])('reads items that say something of a name, without those who were it or will be: %s', (question, names) => {
    expect(namesOf(question, CREW)).toEqual(names);
  });

  it.each([
    ['Which stalls cost more than 20 crowns?', ['Cheese', 'Fish']],
    ['Which stalls cost at least 20 crowns?', ['Cheese', 'Fish', 'Wool']],
    ['Which stalls are cheaper than 20 crowns?', ['Bread']],
    ['Which stalls have a rent of 25 crowns or more?', ['Cheese', 'Fish']],
    ['Which stalls open before 7:00?', ['Fish', 'Bread']],
    ['Which stalls open on Friday cost less than 30 crowns?', 'unsure: Friday'],
    ['Which stalls open on Fri cost less than 30 crowns?', ['Wool']],
    ['Which stalls cost more than 100 crowns?', []],
    ['Which stalls cost more than 20 francs?', 'unsure: more than 20 francs'],
    ['Which stall has the highest rent?', ['Fish']],
    ['Which is the cheapest stall?', ['Bread']],
  ])('compares with numbers and times: %s', (question, names) => {
    expect(namesOf(question, STALLS)).toEqual(names);
  });

  it('takes all rows that share the utmost, and measures by the unit of a column', () => {
    expect(namesOf('Which ship is the longest?', FLEET)).toEqual(['Fulmar', 'Knot']);
    expect(namesOf('Which of the ships in repair is the shortest?', FLEET)).toEqual(['Dunlin']);
    expect(namesOf('Which ships are longer than 10 m?', FLEET)).toEqual(['Curlew', 'Fulmar', 'Knot']);
    expect(namesOf('Which ship is the heaviest?', FLEET)).toBe('unsure: ');
  });

  it.each([
    ['Into which ships is the harbour fleet divided?', FLEET],
    ['Which ships are there?', FLEET],
    ['List the fleet', FLEET],
    ['Which boats belong to the fleet?', FLEET],
    ['What are the five ships?', FLEET],
    ['Who works in the theatre?', CREW],
    ['List all stalls with their rent and days', STALLS],
  ])('finds no condition in a question for the whole list: %s', (question, list) => {
    expect(namesOf(question, list)).toBe('all');
  });

  it.each([
    ['Which ships are painted red?', FLEET, 'unsure: painted, red'],
    ['Which ships are ready for charter?', FLEET, 'unsure: charter'],
    ['Which wooden ships are in repair?', FLEET, 'unsure: wooden'],
    ['Which lighthouses are in repair?', FLEET, 'unsure: lighthouses'],
    ['What are the four ships?', FLEET, 'unsure: '],
    ['Which are the only ships?', FLEET, 'unsure: only'],
    ['Who are the electricians?', CREW, 'unsure: electricians'],
    ['Which are the wooden ones?', FLEET, 'unsure: wooden'],
    ['Which stalls sell honey?', STALLS, 'unsure: sell, honey'],
  ])('is unsure of a word that no row, heading or column tells: %s', (question, list, words) => {
    expect(namesOf(question, list)).toBe(words);
  });

  it('reads a column that only some rows fill', () => {
    const huts = {
      context: 'Huts',
      lines: [
        'Hut: Raven; Warden: Tim Brock; Dogs: yes; Hands: 1 hand',
        'Hut: Snow; Warden: –; Dogs: on request; Hands: 2 hands',
        'Hut: Larch; Warden: none; Dogs: no; Hands: 1 or 2 hands',
      ],
    };
    expect(namesOf('Which huts have a warden?', huts)).toEqual(['Raven']);
    expect(namesOf('Which huts are without a warden?', huts)).toEqual(['Snow', 'Larch']);
    expect(namesOf('Which huts allow for dogs?', huts)).toBe('unsure: allow');
    expect(namesOf('Which huts take dogs?', huts)).toEqual(['Raven']);
    expect(namesOf('What is the warden of the Snow hut?', huts)).toEqual(['Snow']);
    expect(namesOf('Which huts need one hand only?', huts)).toEqual(['Raven']);
  });

  it('takes a word of the heading for no row that is called so', () => {
    const stages = {
      context: 'Reminders',
      lines: ['Stage: Nudge; Fee added: none', 'Stage: Reminder; Fee added: 5', 'Stage: Notice; Fee added: 12'],
    };
    expect(namesOf('Which stages of reminders add a fee?', stages)).toEqual(['Reminder', 'Notice']);
  });

  it('reads no items that tell something in sentences', () => {
    expect(
      readRecords(['Day 0: we try the card.', 'Ana Ruiz: seamstress.', 'The card, which we tried, is void.']),
    ).toEqual([
      null,
      [
        { column: null, value: 'Ana Ruiz' },
        { column: null, value: 'seamstress.' },
      ],
      null,
    ]);
  });

  it('takes with "only" what says nothing else', () => {
    expect(namesOf('Which ships are only in Brae?', FLEET)).toEqual(['Curlew', 'Fulmar']);
    expect(namesOf('Which stalls are there only on Sat?', STALLS)).toEqual(['Bread']);
    expect(namesOf('Which stalls are there on Sat?', STALLS)).toEqual(['Cheese', 'Bread']);
  });

  it('holds over several lists, whose headings may tell them apart', () => {
    const north = {
      context: 'Staff of the north mill',
      lines: ['Ina Falk: miller', 'Jo Reed: carter', 'Kit Holm: clerk'],
    };
    const south = {
      context: 'Staff of the south mill',
      lines: ['Lee Marsh: miller', 'Mo Birch: clerk', 'Nat Ash: miller'],
    };
    expect(namesOf('Who are the millers?', north, south)).toEqual(['Ina Falk', 'Lee Marsh', 'Nat Ash']);
    expect(namesOf('Who are the millers of the south mill?', north, south)).toEqual(['Lee Marsh', 'Nat Ash']);
    expect(namesOf('Who works in the north mill?', north, south)).toEqual(['Ina Falk', 'Jo Reed', 'Kit Holm']);
  });

  it('does not choose between columns that say different things', () => {
    const ferries = {
      context: 'Ferries',
      lines: ['Line: 1; From: Pell; To: Wick', 'Line: 2; From: Wick; To: Pell', 'Line: 3; From: Wick; To: Orme'],
    };
    expect(namesOf('Which lines go from Wick?', ferries)).toEqual(['2', '3']);
    expect(namesOf('Which lines go to Wick?', ferries)).toEqual(['1']);
    expect(namesOf('Which lines call at Wick?', ferries)).toBe('unsure: Wick');
  });

  it('reads a table whose first column has no name', () => {
    const plans = {
      context: 'Plans',
      lines: ['Backup; Basic: no; Plus: yes', 'Audit; Basic: yes; Plus: yes', 'Export; Basic: no; Plus: no'],
    };
    expect(namesOf('Which plans have an audit in Basic?', plans)).toEqual(['Audit']);
    expect(namesOf('What is included in Plus?', plans)).toEqual(['Backup', 'Audit']);
    expect(namesOf('Which currencies are there in Plus?', plans)).toBe('unsure: currencies');
  });

  it('is unsure of a value that stands over all rows as well: it may be what they are said of', () => {
    const plan = { context: 'Quarry plan', lines: ['Owner: Ole Brandt', 'State: approved', 'Tags: quarry, road'] };
    expect(namesOf('Who owns the quarry plan?', plan)).toBe('unsure: quarry');
    const repairs = { context: 'Boats in repair or ready', lines: FLEET.lines };
    expect(namesOf('Which ships are in repair?', repairs)).toBe('unsure: repair');
  });

  it('reads a value that is a small word', () => {
    const keys = {
      context: 'Keys',
      lines: ['Key: attic; State: out', 'Key: cellar; State: in', 'Key: gate; State: out'],
    };
    expect(namesOf('Which keys are out?', keys)).toEqual(['attic', 'gate']);
    const charms = { context: 'Charms', lines: ['Charm: Ember; Lasts: at once', 'Charm: Veil; Lasts: an hour'] };
    expect(namesOf('Which charms last at once?', charms)).toEqual(['Ember']);
    expect(namesOf('Which keys are in the book?', keys)).toBe('unsure: book');
  });

  it('is unsure of more rows than it reads', () => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `Ship: S${n}; State: ready; Home: Brae`);
    expect(namesOf('Which ships are ready?', { context: 'Fleet', lines })).toBe('unsure: ');
    expect(namesOf(`Which ${'ready '.repeat(200)}ships?`, FLEET)).toBe('unsure: ');
  });
});
