import { describe, expect, it } from '@jest/globals';
import type { ParsedDocument, ParsedEntity, ParseRequest } from '@arbiter/tool-sdk';
import { describeDocumentParser, expectWellFormedDocument } from '@arbiter/ports/testing';
import { zipSync } from 'fflate';
import { BEASTS, beside, CINDER, hedgeWars, SYSTEM, textOf, THORNWOOD, utf8 } from '../../test/hedge-wars.js';
import { BattleScribeParser } from './battlescribe.parser.js';

const { signal } = new AbortController();

function requestOf(name: string, files = hedgeWars()): ParseRequest {
  return { name, bytes: files.get(name) ?? new Uint8Array(0), related: beside(files), signal };
}

const read = async (name: string, files = hedgeWars()): Promise<ParsedDocument> => {
  const parsed = await new BattleScribeParser().parse(requestOf(name, files));
  expectWellFormedDocument(parsed);
  return parsed;
};
const readText = (xml: string, name = 'x.cat') => new BattleScribeParser().parse({ name, bytes: utf8(xml), signal });
const entityOf = ({ entities = [] }: ParsedDocument, type: string, name: string): ParsedEntity | undefined =>
  entities.find((one) => one.type === type && one.name === name);
const unitText = (parsed: ParsedDocument, name: string): string => {
  const unit = entityOf(parsed, 'unit', name);
  return unit ? parsed.text.slice(unit.start, unit.end) : '';
};

const files = hedgeWars();
const thornwood = files.get(THORNWOOD)!;

describeDocumentParser(
  'BattleScribeParser',
  () => new BattleScribeParser(),
  [
    { what: 'a catalogue alone', name: 'thornwood.cat', bytes: thornwood, holds: ['Briar Warden', 'M: 6"; W: 5'] },
    {
      what: 'a game system',
      name: 'hedge.gst',
      bytes: files.get(SYSTEM)!,
      holds: ['War Band is a force', 'Swift: A unit with Swift may move again after it has struck.'],
    },
    { what: 'a packed catalogue', name: 'a.catz', bytes: zipSync({ 'a.cat': thornwood }), holds: ['Bough Engine'] },
  ],
  { emptyFile: 'refused' },
);

describe('a unit, as text', () => {
  it('has its costs, limits, keywords and source', async () => {
    const text = unitText(await read(THORNWOOD), 'Thornguard');
    expect(text).toContain('Cost: 90 pts; 170 pts if more than 4 Thornguard Warrior in it.');
    expect(text).toContain('Limit: at most 3 in the roster. Keywords: Line, Faction: Thornwood.');
    expect(text).toContain('Source: Book of Roots, p. 16.');
  });

  it('has its profiles row by row with the names of the columns, and names those that others have, too', async () => {
    const parsed = await read(THORNWOOD);
    const text = unitText(parsed, 'Thornguard');
    expect(text).toContain('Unit: Thornguard; M: 5"; W: 1; Nerve: 7');
    expect(text).toContain('Ranged Weapons: Sap thrower; Range: 12"; A: D6; Power: 4');
    expect(text).toContain('Special weapons, at most 1: Sap thrower (10 pts); Yew longbow (5 pts)');
    expect(unitText(parsed, 'Hedge Runners')).toContain('Weapons: Yew longbow.');
  });

  it('has what it consists of and what can be chosen in it', async () => {
    const parsed = await read(THORNWOOD);
    expect(unitText(parsed, 'Thornguard')).toContain('Thornguard Warrior, 4–9');
    expect(unitText(parsed, 'Briar Warden')).toContain('Arms, exactly 1: Thorn staff; Amber spear (10 pts)');
  });

  it('names the rules that it refers to as the link calls them', async () => {
    expect(unitText(await read(THORNWOOD), 'Hedge Runners')).toContain('Rules: Swift 6".');
  });

  it('says when it is not available, and what changes its cost', async () => {
    expect(unitText(await read(BEASTS), 'Elder Stag')).toContain(
      'Not available if fewer than 1 Root Mother in the roster.',
    );
    expect(unitText(await read(CINDER), 'Walking Kiln')).toContain(
      '130 pts; 10 pts more for every 2 Ember Line in the force',
    );
  });
});

describe('files that refer to one another', () => {
  it('are followed, through links of links and in circles', async () => {
    const { text, warnings } = await read(THORNWOOD);
    expect(text).toContain('army catalogue of Hedge Wars, revision 7. It also draws on Wandering Beasts.');
    expect(warnings).toEqual([]);
  });

  it('import root entries only where the link says so', async () => {
    expect((await read(THORNWOOD)).text).toContain('Of Wandering Beasts: Moss Boar, Elder Stag');
    const { text } = await read(CINDER);
    expect(text).toContain('Singed Boar: 85 pts');
    expect(text).not.toContain('Elder Stag');
  });

  it('are read without those that are not there, with a warning', async () => {
    const alone = new Map([[THORNWOOD, thornwood]]);
    const { text, warnings } = await read(THORNWOOD, alone);
    expect(text).toContain('Bough Engine');
    expect(warnings).toContain('It refers to "hw", which no file beside it has as its id.');
    expect(warnings.some((one) => one.startsWith('Thornguard refers to missing entries: Rooted'))).toBe(true);
  });

  it('are found whatever they are called and packed in', async () => {
    const packed = new Map([
      ['a.catz', zipSync({ 'any.cat': files.get(BEASTS)! })],
      ['b.GST', files.get(SYSTEM)!],
      [THORNWOOD, thornwood],
    ]);
    expect((await read(THORNWOOD, packed)).warnings).toEqual([]);
  });

  it('do not fail because one of them is broken', async () => {
    const broken = new Map([...files, [BEASTS, utf8('<catalogue id="cat-beasts"><broken')]]);
    const { warnings, text } = await read(THORNWOOD, broken);
    expect(text).toContain('Thornguard');
    expect(warnings[0]).toMatch(/^What it takes from Wandering Beasts.cat is missing: .* is not well-formed XML/);
  });

  it('change the digest of those that refer to them, and of no other', async () => {
    const digest = (name: string, held = files) => new BattleScribeParser().relatedDigest(requestOf(name, held));
    const changed = new Map([...files, [BEASTS, utf8(textOf(files.get(BEASTS)).replace('value="70"', 'value="75"'))]]);
    expect(await digest(THORNWOOD, changed)).not.toBe(await digest(THORNWOOD));
    expect(await digest(SYSTEM)).toBe('');
    const without = new Map([...files].filter(([name]) => name !== CINDER));
    expect(await digest(THORNWOOD, without)).toBe(await digest(THORNWOOD));
  });
});

describe('entities', () => {
  it('are the units, with costs, keywords, profiles and the names they take on', async () => {
    expect(entityOf(await read(THORNWOOD), 'unit', 'Thornguard')).toMatchObject({
      aliases: ['Thornguard Muster', 'Thornguards'],
      attributes: {
        id: 'u-guard',
        costs: { pts: 90 },
        keywords: ['Line', 'Faction: Thornwood'],
        profiles: [{ name: 'Thornguard', type: 'Unit', characteristics: { M: '5"', W: '1', Nerve: '7' } }],
      },
    });
  });

  it('are a weapon once for all the units that have it, at the row that describes it', async () => {
    const parsed = await read(THORNWOOD);
    const bows = parsed.entities!.filter(({ name }) => name === 'Yew longbow');
    expect(bows).toHaveLength(1);
    expect(bows[0]!.attributes).toMatchObject({ units: ['Thornguard', 'Hedge Runners'] });
    expect(parsed.text.slice(bows[0]!.start, bows[0]!.end)).toBe(
      'Ranged Weapons: Yew longbow; Range: 30"; A: 1; Power: 3; carried by: Thornguard, Hedge Runners',
    );
    expect(parsed.text.match(/Yew longbow; Range/g)).toHaveLength(1);
  });

  it('are the faction by its short name, with what tools calculate with', async () => {
    const faction = entityOf(await read(THORNWOOD), 'faction', 'Growth - Thornwood Host');
    expect(faction?.aliases).toEqual(['Thornwood Host']);
    expect(JSON.parse(faction!.data!)).toMatchObject({ catalogue: { id: 'cat-thornwood' } });
    expect(faction!.data).not.toContain('regains one lost Wound');
    expect(faction!.data).toContain('k-guard-models-max');
  });

  it('goes by its name without apostrophes, too, and so do units', async () => {
    const { entities = [] } = await readText(
      `<catalogue id="c" name="Reeds - T'orn Empire"><selectionEntries>
        <selectionEntry id="u" name="C’rane Watch" type="unit"/></selectionEntries></catalogue>`,
    );
    const aliases = new Map(entities.map((one) => [one.type, one.aliases]));
    expect(aliases.get('faction')).toEqual(["T'orn Empire", 'Torn Empire']);
    expect(aliases.get('unit')).toContain('Crane Watch');
  });
});

describe('a hostile or unknown file', () => {
  it('is read without what is not known, which is counted', async () => {
    const { text, warnings } = await readText(
      '<catalogue id="a" name="A"><news><x/><y/></news><selectionEntries><other/><other/><selectionEntry id="u" name="U" type="unit" future="1"/></selectionEntries></catalogue>',
    );
    expect(text).toContain('U is a unit of A.');
    expect(warnings).toContain('Left out unknown elements: <other> (2), <news> (1).');
  });

  it.each([
    ['entities that grow', '<!DOCTYPE c [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><catalogue id="a" name="&b;"/>'],
    ['entities from outside', '<!DOCTYPE c SYSTEM "file:///etc/passwd"><catalogue id="a" name="A"/>'],
  ])('is refused with %s', async (_what, xml) => {
    await expect(readText(xml)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('declares a document type'),
    });
  });

  it.each([
    [
      'that is nested without end',
      '<catalogue id="a">' + '<selectionEntries><selectionEntry>'.repeat(300),
      'nested deeper',
    ],
    ['of another kind', '<roster id="a" name="A"/>', 'its outermost element is <roster>'],
    ['without an id', '<catalogue name="A"/>', 'has no id'],
  ])('%s is refused', async (_what, text, message) => {
    await expect(readText(text)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(message),
    });
  });

  it('that unpacks to far more than it says is refused before it fills the memory', async () => {
    const bomb = zipSync({ 'a.cat': new Uint8Array(80 * 1024 * 1024) }, { level: 9 });
    // What the archive says of the size: in the header of the file and in the directory at the end.
    const view = new DataView(bomb.buffer, bomb.byteOffset, bomb.byteLength);
    view.setUint32(22, 100, true);
    await expect(new BattleScribeParser().parse({ name: 'a.catz', bytes: bomb, signal })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('unpacks to more than'),
    });
  });
});
