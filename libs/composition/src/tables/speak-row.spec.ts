import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { speakRow } from './speak-row.js';
import { spokenSpan } from './spoken-text.js';

const spoken = (row: string): string | null => speakRow(row)?.text ?? null;

describe('speakRow', () => {
  it.each([
    ['What: Fenwort cordial, phial; Price: 9 wicks', 'Fenwort cordial, phial: 9 wicks'],
    ['what: Fenwort cordial, phial; price: 9 wicks', 'Fenwort cordial, phial: 9 wicks'],
    ['| Fenwort cordial, phial | 9 wicks |', 'Fenwort cordial, phial: 9 wicks'],
    ['Inn: Drowned Heron; Bed: 4 wicks; Bath: 1 wick', 'Drowned Heron: bed 4 wicks, bath 1 wick'],
    ['Goods: Glass; Duty in the hundred: 5', 'Glass: duty in the hundred: 5'],
    ['Traveller: Loaded cart; Toll: 2 wicks', 'Loaded cart: 2 wicks'],
    ['Traveller: Fenfolk, physicians, bell-sisters; Toll: free', 'Fenfolk, physicians, bell-sisters: free'],
    ['Coin: Wick; Metal: silver; Value: 20 scales', 'Wick: metal silver, 20 scales'],
    ['Mile: 4; Feature: Eel Bridge, the longest at 130 feet', 'Mile 4: Eel Bridge, the longest at 130 feet'],
    [
      'Lantern: Tallow Light; Place: Tallowgate mole; Height: 112 feet; Keeper: Jessamy Orr',
      'Tallow Light: place Tallowgate mole, height 112 feet, keeper Jessamy Orr',
    ],
    [
      'Case: No owner appears; Finder: two thirds; Others: Margravine, one third',
      'No owner appears: finder two thirds; others Margravine, one third',
    ],
    ['Matter: Pilotage, for each 10 tons; Fee: 6 wicks', 'Pilotage, for each 10 tons: 6 wicks'],
    // A router's manual.
    ['Code: 3; Meaning: The library is locked.', 'Code 3: The library is locked.'],
    [
      'Variable: VALIDATION_CONFIDENCE_THRESHOLD; Default: 0.7; Effect: below it an answer is not shown',
      'VALIDATION_CONFIDENCE_THRESHOLD: default 0.7, below it an answer is not shown',
    ],
    ['LED: amber; Meaning: no link', 'amber: no link'],
    ['| **Port 1** | `eth0` | [1 Gbit/s](https://example.org/a) |', 'Port 1: eth0, 1 Gbit/s'],
    ['| a \\| b | 4 \\* 5 |', 'a | b: 4 * 5'],
    // A hospital.
    [
      'Ward: Cardiology; Beds: 32; Visiting hours: 14:00 to 19:00',
      'Cardiology: 32 beds, visiting hours 14:00 to 19:00',
    ],
    ['Drug: Amoxicillin; Dose (mg/kg): 25; Interval (h): 8', 'Amoxicillin: dose 25 mg/kg, interval 8 h'],
    ['Time: 10:30; Event: Ward round', '10:30: Ward round'],
    // Tax rules.
    ['Band: Basic; Rate (%): 20; Income ($): 12,571', 'Basic: rate 20%, income $12,571'],
    ['Name: Mira; Role: keeper', 'Mira: role keeper'],
    ['No.: 3; Name: Salt Gate; Keeper: Orr', 'Salt Gate: no. 3, keeper Orr'],
    ['Item: Rope; Price (wicks): 1', 'Rope: 1 wick'],
    ['Item: Rope; Length (feet): 1', 'Rope: 1 foot'],
    ['Item: Rope; Price in wicks: 9', 'Rope: 9 wicks'],
    ['Price: 9 wicks; Weight: 2 lb', 'Price 9 wicks, weight 2 lb'],
    ['Unit: Warriors; M: 5"; T: 4; Sv: 4+', 'Warriors: M 5", T 4, Sv 4+'],
    ['Post: First toll-house, mile 2; Soldiers: 15', 'First toll-house, mile 2: 15 soldiers'],
    ['Ward: Oncology; Beds: 1; Fees: 12', 'Oncology: 1 bed, fees 12'],
    ['Ship: Two Sisters; Kind: salt barge', 'Two Sisters: kind salt barge'],
    [
      'Feast: Pell Night; Date: 2 Longdark; Custom: no songs are sung',
      'Pell Night: date 2 Longdark, custom: no songs are sung',
    ],
    ['Loan: 5 to 50 beacons; Security: goods', 'Loan 5 to 50 beacons, security goods'],
    ['Pell; 12', 'Pell: 12'],
    ['port: Pell; 2024: 12; 2025: 15', 'Pell: 2024 12, 2025 15'],
    ['Name: Mira; Note: Sleeps late; never pays', 'Mira: Sleeps late; never pays'],
    ['| Rope | – | 3 wicks |', 'Rope: 3 wicks'],
    ['| Rope |  | 3 wicks |', 'Rope: 3 wicks'],
  ])('says %j as %j', (row, text) => {
    expect(spoken(row)).toBe(text);
  });

  it.each([
    '',
    'The Drowned Heron sleeps twenty.',
    'He had two rules: never pay; the second: never ask.',
    'He came; he saw; he conquered.',
    'Note: the ferry does not run in winter.',
    '|---|:--:|',
    'Rope | ',
    '- Item: rope',
    'One line\nand another | with | pipes',
    'Name: Tor',
    'A; B',
  ])('finds no row in %j', (line) => {
    expect(speakRow(line)).toBeNull();
  });

  it('shows a span of the row in the spoken text', () => {
    const row = 'Item: **Rope**, long; Price (wicks): 9';
    const said = speakRow(row)!;
    const price = { start: row.indexOf('9'), end: row.indexOf('9') + 1 };
    const at = spokenSpan(said, price)!;
    expect([said.text, said.text.slice(at.start, at.end)]).toEqual(['Rope, long: 9 wicks', '9']);
    const item = spokenSpan(said, { start: row.indexOf('**'), end: row.indexOf(';') })!;
    expect(said.text.slice(item.start, item.end)).toBe('Rope, long');
    expect(spokenSpan(said, { start: 0, end: 4 })).toBeNull();
  });

  const cell = fc.oneof(
    fc.stringMatching(/^[\w*`[\]()\\|;:,.$%–-]{1,12}$/),
    fc.constantFrom('9', '9 wicks', '', '**bold**', '[a](b)', 'one third', '1'),
  );
  it('says only what stands in the row, each word once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 5 }), fc.boolean(), (pairs, isPiped) => {
        const row = isPiped ? `| ${pairs.flat().join(' | ')} |` : pairs.map((pair) => pair.join(': ')).join('; ');
        const said = speakRow(row);
        if (said === null) return;
        let end = 0;
        for (const { spoken: at, row: from } of said.segments) {
          expect(at.start).toBeGreaterThanOrEqual(end);
          expect(said.text.slice(at.start, at.end).toLowerCase()).toBe(row.slice(from.start, from.end).toLowerCase());
          end = at.end;
        }
        expect(end).toBeLessThanOrEqual(said.text.length);
      }),
    );
  });
});
