import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FilesystemDomainCatalog } from '@arbiter/adapters-filesystem';
import { loadPackTools, openShippedCode } from '@arbiter/adapters-pack-code';
import { afterAll, describe, expect, it } from '@jest/globals';
import { GAME_TEXT, gameLibrary } from '../../test/game-library.js';
import { ask, pipelineOver } from '../../test/query-pipeline.js';
import { DomainTool } from '../tools/domain.tool.js';
import { openPackTools } from '../tools/pack-tools.js';
import { RunLibrary, UNRECORDED } from '../tools/tool-sets.js';

const QUESTION = 'How many points do 3 Tern Wardens cost?';
/** A sample pack that comes with the software, over the door for packs' code. */
const DOMAINS = fileURLToPath(new URL('../../../../domains', import.meta.url));
const packs = await new FilesystemDomainCatalog([join(DOMAINS, 'warhammer-40k')]).list(new AbortController().signal);
const shipped = await openShippedCode(DOMAINS);
const packTools = await openPackTools(packs, { allowed: false, shipped, load: loadPackTools });
afterAll(() => packTools.close());

/** Asks with the tools that the pack names. */
async function asked(query: string, collection: string) {
  const library = new RunLibrary(await gameLibrary(), UNRECORDED);
  const tools = packTools.granted.map(
    (one) => new DomainTool(one.tool.create(library), new Set(one.packs.flatMap(({ collections }) => collections))),
  );
  const { pipeline, searches } = await pipelineOver({ tools });
  const { answer } = await ask(pipeline, { query, collections: [collection] });
  return { answer, searches };
}

describe('a question for points to a sample pack', () => {
  it('is answered by its calculator, with the line of the unit cited, and without a search', async () => {
    const { answer, searches } = await asked(QUESTION, 'warhammer-40k_units');
    expect(packTools.missing).toEqual([]);
    expect(answer).toMatchObject({
      status: 'answered',
      synthesis: 'computed',
      answer: '3 Tern Warden cost 85 pts each [1]. In all, the 3 units cost 255 pts.',
      citations: [{ marker: 1, documentId: 'terns', quote: 'Tern Warden. Cost: 85 pts.' }],
    });
    for (const { start, end, quote } of answer.citations) expect(GAME_TEXT.slice(start, end)).toBe(quote);
    expect(searches).toEqual([]);
  });

  it.each([
    ['where it is of a unit that the data do not have', 'How many points do 3 Dragons cost?', 'warhammer-40k_units'],
    ['where it is to another domain', QUESTION, 'lore'],
  ])('is searched for %s', async (_, query, collection) => {
    const { answer, searches } = await asked(query, collection);
    expect(answer.synthesis).toBe('extractive');
    expect(searches).not.toEqual([]);
  });
});
