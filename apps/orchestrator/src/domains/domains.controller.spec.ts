import { describe, expect, it } from '@jest/globals';
import { DomainConfig, type OperationInput, type submitJob } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { InMemoryDomainCatalog } from '@arbiter/ports/testing';
import { DomainsController } from './domains.controller.js';

/** A job, or a schedule. */
type Queued = OperationInput<typeof submitJob> & { readonly refresh?: string };

/** The jobs that become of a pack with two collections. */
async function jobsOf(vectorDatabase: Record<string, unknown>): Promise<Queued[]> {
  const config = DomainConfig.parse({ domain: 'lore', version: '1', language: 'de', vectorDatabase });
  const source = (path: string) => ({ kind: 'path' as const, path });
  const sources = [
    { source: source('/a'), collection: 'lore_units' },
    { source: source('/b'), collection: 'lore_rules' },
    { source: source('/c'), collection: 'lore_units' },
    { source: { kind: 'url' as const, url: 'https://docs.example/' }, collection: 'lore_units', refresh: 'every 6h' },
  ];
  const pack = { config, collections: ['lore_units', 'lore_rules'], sources, prompts: [] };
  const submitted: Queued[] = [];
  const client = {
    request: ({ name }: { name: string }, input: Queued) => {
      expect(name).toBe(input.refresh === undefined ? 'ingestion.submit' : 'ingestion.schedule');
      submitted.push(input);
      return Promise.resolve({ job: input });
    },
  };
  const sut = new DomainsController(new InMemoryDomainCatalog([pack]), client as never);
  const { signal } = new AbortController();
  await sut.ingest({ domain: 'lore', maxCost: 2, changelog: true }, { signal } as OperationContext);
  return submitted;
}

it('a list of packs tells which of them have nothing to read', async () => {
  const config = DomainConfig.parse({ domain: 'blank', version: '1', vectorDatabase: {} });
  const source = { source: { kind: 'path' as const, path: '/a' }, collection: 'full' };
  const packs = [
    { config, collections: ['blank'], sources: [], prompts: [] },
    { config: { ...config, domain: 'full' }, collections: ['full'], sources: [source], prompts: [] },
  ];
  const sut = new DomainsController(new InMemoryDomainCatalog(packs), {} as never);
  const { domains } = await sut.list({}, { principal: null, signal: new AbortController().signal } as OperationContext);
  expect(domains.map(({ domain, sources }) => [domain, sources])).toEqual(
    expect.arrayContaining([
      ['blank', 0],
      ['full', 1],
    ]),
  );
});

describe('the ingestion of a pack', () => {
  it('is a job for each of its collections, in its language, and a schedule for what is read again', async () => {
    const all = { language: 'de', embedding: {}, maxCost: 2 };
    expect(await jobsOf({})).toEqual([
      {
        ...all,
        collection: 'lore_units',
        sources: [expect.objectContaining({ path: '/a' }), expect.objectContaining({ path: '/c' })],
      },
      { ...all, collection: 'lore_rules', sources: [expect.objectContaining({ path: '/b' })] },
      { ...all, collection: 'lore_units', sources: [expect.objectContaining({ kind: 'url' })], refresh: 'every 6h' },
    ]);
  });

  it('demands the vectors that the pack names', async () => {
    const [job] = await jobsOf({ embeddingModel: 'nomic-embed-text', dimensions: 768 });
    expect(job?.embedding).toEqual({ model: 'nomic-embed-text', dimensions: 768 });
  });
});
