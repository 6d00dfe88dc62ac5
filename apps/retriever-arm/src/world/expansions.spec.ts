import { expand } from '@arbiter/contracts';
import { estimateTokens } from '@arbiter/text';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { worldLibraryOf, type WorldLibrary } from '../../test/world.library.js';
import { ExpansionsService } from './expansions.service.js';

const { signal } = new AbortController();
const DOCUMENTS = {
  'place/grey-mill.md':
    'The Grey Mill is a mill by the river. It is kept by Orsolya Beck. Its stones came from Gull Rock. The race runs in winter.',
  'person/orsolya-beck.md': 'Orsolya Beck is a miller. She sleeps at the Low Inn.',
  'place/low-inn.md': 'The Low Inn is a tavern. It stands in Sedge.',
  'place/sedge.md': 'Sedge is a hamlet.',
  'place/gull-rock.md': 'Gull Rock is an island.',
  'organisation/weir-guild.md':
    'The Weir Guild is an organisation of millers. It is based in Sedge. The Weir Guild is managed by Ilse Brandt.',
  'person/ilse-brandt.md': 'Ilse Brandt is a lawyer.',
};
const SESSIONS = {
  1: 'The party dined at the Low Inn.',
  2: 'At midnight raiders came to the Low Inn. The Low Inn was destroyed by fire.',
};
const GONE = 'Low Inn is destroyed since session 2.';

let library: WorldLibrary;
let sut: ExpansionsService;
beforeAll(async () => {
  library = await worldLibraryOf('town', { documents: DOCUMENTS, sessions: SESSIONS });
  await library.change(2, { entity_updates: [{ entity_id: 'low-inn', status: 'destroyed' }] });
  sut = new ExpansionsService(library);
});

async function expanded(ids: string[], more: object = {}) {
  const input = expand.input.parse({ collection: 'town', ids, includePassages: true, ...more });
  return (await sut.expand(input, signal)).expansions;
}

/** The text of a stored document at a place. */
async function textAt({ documentId, start, end }: { documentId: string; start: number; end: number }): Promise<string> {
  return ((await library.documents.text(documentId, signal)) ?? '').slice(start, end);
}

describe('an expansion with its passages', () => {
  it('cites the record of the session that shows a change, and tells the change as what the changelog says', async () => {
    const [inn] = await expanded(['low-inn']);
    expect(inn?.text).toMatch(/^Low Inn is destroyed since session 2\. \[1\] The Low Inn is a tavern\. \[2\]/);
    expect(inn?.states).toEqual([GONE]);
    expect(inn?.passages?.map(({ text }) => text)).toEqual([
      'The Low Inn was destroyed by fire.',
      'The Low Inn is a tavern. It stands in Sedge.',
    ]);
  });

  it('has passages of stored documents that its markers lead to', async () => {
    for (const { text, citations, passages = [] } of await expanded(['grey-mill', 'orsolya-beck', 'low-inn', '0-0'])) {
      const markers = [...text.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits));
      expect(markers.length).toBeGreaterThan(0);
      expect(citations).toHaveLength(passages.length);
      for (const marker of markers) {
        const passage = passages[marker - 1]!;
        expect(await textAt(passage)).toBe(passage.text);
        expect(citations[marker - 1]).toMatchObject({ documentId: passage.documentId, start: passage.start });
      }
    }
  });

  it('shows how the document about the entity begins', async () => {
    const [mill] = await expanded(['grey-mill']);
    expect(mill?.passages?.[0]?.text).toContain('Its stones came from Gull Rock.');
  });

  it('tells relations of a type that is proven, and leaves the others to the sentences they were read in', async () => {
    const [plain] = await expanded(['weir-guild'], { includePassages: false });
    expect(plain?.relations.map(({ type }) => type).sort()).toEqual(['located_in', 'managed_by']);
    expect(plain?.text).toContain('Weir Guild is located in Sedge.');
    const [guild, sedge] = await expanded(['weir-guild', 'sedge']);
    expect(guild?.relations.map(({ type }) => type)).toEqual(['managed_by']);
    expect(guild?.text).toContain('Weir Guild is managed by Ilse Brandt.');
    expect(guild?.text).not.toContain('located in');
    expect(sedge?.text).not.toContain('located in');
    expect(sedge?.passages?.map(({ text }) => text)).toContainEqual(expect.stringContaining('It is based in Sedge.'));
  });

  it('tells how a gone thing stands before the first passage that names it, also if it is about another', async () => {
    const [beck] = await expanded(['orsolya-beck']);
    expect(beck?.passages?.some(({ text }) => text.includes('Low Inn'))).toBe(true);
    expect(beck?.text.startsWith(GONE)).toBe(true);
    expect(beck?.states).toContain(GONE);
  });

  it('knows nothing of later sessions', async () => {
    const [then] = await expanded(['low-inn'], { asOfSession: 1 });
    expect(then?.states).toEqual([]);
    expect(JSON.stringify(then)).not.toMatch(/destroyed|fire/);
  });

  it.each([100, 130, 200, 400, 900])('takes with the others at most %d tokens', async (maxTokens) => {
    const all = await expanded(['grey-mill', 'orsolya-beck', 'low-inn', '0-0'], { maxTokens });
    let sum = 0;
    for (const { text, passages = [], tokens } of all) {
      const real = estimateTokens(text) + passages.reduce((size, passage) => size + estimateTokens(passage.text), 0);
      expect(real).toBeLessThanOrEqual(tokens);
      sum += tokens;
    }
    expect(sum).toBeLessThanOrEqual(maxTokens);
  });

  it('leaves what one does not need to the others', async () => {
    const [alone] = await expanded(['grey-mill'], { maxTokens: 9_000 });
    const [beside] = await expanded(['grey-mill', 'sedge', 'gull-rock'], { maxTokens: (alone?.tokens ?? 0) + 120 });
    expect(beside).toEqual(alone);
  });

  it('is not there unless it is asked for', async () => {
    const [inn] = await expanded(['low-inn'], { includePassages: false });
    expect(inn?.passages).toBeUndefined();
    expect(inn?.text).toMatch(/^Low Inn is destroyed since session 2\. The Low Inn is a tavern/);
  });
});
