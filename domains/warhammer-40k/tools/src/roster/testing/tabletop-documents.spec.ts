import { BattleScribeParser } from '../../catalogue/battlescribe.parser.js';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { chunkDocument } from '@arbiter/text';
import { beside } from '../../../test/hedge-wars.js';
import { tabletopDataSet } from './tabletop-data-set.js';

const { signal } = new AbortController();
/** Sizes of the ingestion worker, in tokens. */
const SIZES = { targetTokens: 160, maxTokens: 208, overlapTokens: 24 };
/** Characters of a token of the embedding model, in texts like these: 3.6; rounded down, so that no chunk is missed. */
const TOKEN_LENGTH = 3.5;

describe('a data set with the habits of a published one', () => {
  const files = tabletopDataSet({ factions: 3, unitsPerFaction: 16, libraries: 1, unitsPerLibrary: 16 });
  const documents = new Map<string, Awaited<ReturnType<BattleScribeParser['parse']>>>();
  const entities = () => [...documents.values()].flatMap(({ entities: found = [] }) => found);

  beforeAll(async () => {
    const parser = new BattleScribeParser();
    const related = beside(files);
    for (const [name, bytes] of files) documents.set(name, await parser.parse({ name, bytes, related, signal }));
  });

  it('is read file by file, each reference found', () => {
    for (const { warnings } of documents.values()) expect(warnings).toEqual([]);
    expect(entities().filter(({ type }) => type === 'unit')).toHaveLength(16 + 3 * 16 + 14);
  });

  it('has the names that people ask for as entities', () => {
    const names = entities().map(({ type, name }) => `${type} ${name}`);
    for (const unit of ['Necron Warriors', 'Monolith', 'Custodian Guard', 'Terminator Squad']) {
      expect(names.filter((one) => one === `unit ${unit}`)).toHaveLength(1);
    }
    const aliases = new Map(entities().map(({ name, aliases: others }) => [name, others]));
    expect(aliases.get('Monolith')).toContain('Monoliths');
    expect(aliases.get('Necron Warriors')).toContain('Necron Warrior');
    expect(aliases.get('Custodian Guard')).toContain('Custodian Guards');
    expect(aliases.get('Lord [Legends]')).toEqual(['Lord', 'Lords']);
    for (const detachment of ['Awakened Dynasty', 'Ironstorm Spearhead'])
      expect(names).toContain(`option ${detachment}`);
  });

  it('takes a few chunks a unit, since what is shared is described once', async () => {
    let chunks = 0;
    for (const document of documents.values()) {
      const countTokens = (texts: readonly string[]) =>
        Promise.resolve(texts.map(({ length }) => Math.ceil(length / TOKEN_LENGTH)));
      chunks += (await chunkDocument(document, { ...SIZES, countTokens })).length;
    }
    expect(chunks / entities().filter(({ type }) => type === 'unit').length).toBeLessThan(6);
  });

  it('describes each weapon and each campaign option in one place', () => {
    const texts = [...documents.values()].map(({ text }) => text).join('\n');
    const rows = texts.match(/^(?:Ranged|Melee) Weapons: .*?(?=; carried by|$)/gm) ?? [];
    const weapons = rows.filter((row) => !row.includes('Close combat weapon'));
    expect(weapons.length).toBeGreaterThan(100);
    expect(new Set(weapons).size).toBe(weapons.length);
    const relics = texts.match(/^.* \(Campaign Relics\): /gm) ?? [];
    expect(relics).toHaveLength(40);
    expect(new Set(relics).size).toBe(40);
  });

  it('names what a unit costs by its number of models', () => {
    expect(documents.get('Necrons.cat')?.text).toContain('Cost: 90 pts; 200 pts if at least 11 models in it.');
  });

  // Measured: 0.3 s for 30,000 ways through 100 levels of links, each of which doubles them.
  it('is told once where many ways lead to one entry', async () => {
    const levels = 100;
    const shared = Array.from(
      { length: levels },
      (_, level) => `<selectionEntry id="e${level}" name="E${level}" type="upgrade"><entryLinks>
        <entryLink id="a${level}" name="A" targetId="e${level + 1}" type="selectionEntry"/>
        <entryLink id="b${level}" name="B" targetId="e${level + 1}" type="selectionEntry"/></entryLinks></selectionEntry>`,
    ).join('');
    const xml = `<catalogue id="c" name="C"><selectionEntries><selectionEntry id="u" name="U" type="unit"><entryLinks>
      <entryLink id="l" name="L" targetId="e0" type="selectionEntry"/></entryLinks></selectionEntry></selectionEntries>
      <sharedSelectionEntries>${shared}<selectionEntry id="e${levels}" name="Last" type="upgrade"/></sharedSelectionEntries></catalogue>`;
    const { text } = await parserOf(xml);
    expect(text.length).toBeLessThan(20_000);
  });
});

function parserOf(xml: string) {
  return new BattleScribeParser().parse({ name: 'c.cat', bytes: new TextEncoder().encode(xml), signal });
}
