import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { DomainConfig } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { ask, pipelineOver } from '../../test/query-pipeline.js';
import { ROSTER_TEXT, rosterLibrary } from '../../test/roster-library.js';
import { createDomainTools, domainToolGrants } from '../tools/domain-tools.js';
import { ThreadedListBuilding } from '../tools/list-building/threaded-list-building.js';

const QUESTION = 'How many points do 3 Tern Wardens cost?';

/** Asks with the tools that the shipped pack names. */
async function asked(query: string, collection: string) {
  const config = new URL('../../../../domains/warhammer-40k/config.json', import.meta.url);
  const pack = DomainConfig.parse(JSON.parse(await readFile(config, 'utf8')));
  const { collections = [] } = pack.vectorDatabase;
  const grants = domainToolGrants([{ config: pack, collections }]);
  const lists = new ThreadedListBuilding(SYSTEM_CLOCK);
  const { pipeline, searches } = await pipelineOver({ tools: createDomainTools(await rosterLibrary(), grants, lists) });
  const { answer } = await ask(pipeline, { query, collections: [collection] });
  return { answer, searches };
}

describe('a question for points to the pack of a roster game', () => {
  it('is answered by its calculator, with the line of the unit cited, and without a search', async () => {
    const { answer, searches } = await asked(QUESTION, 'warhammer-40k_units');
    expect(answer).toMatchObject({
      status: 'answered',
      synthesis: 'computed',
      answer: '3 Tern Warden cost 85 pts each [1]. In all, the 3 units cost 255 pts.',
      citations: [{ marker: 1, documentId: 'terns', quote: 'Tern Warden. Cost: 85 pts.' }],
    });
    for (const { start, end, quote } of answer.citations) expect(ROSTER_TEXT.slice(start, end)).toBe(quote);
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
