import { describe, expect, it } from '@jest/globals';
import { DomainConfig, submitJob, type OperationInput } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { InMemoryDomainCatalog } from '@arbiter/ports/testing';
import { DomainsController } from './domains.controller.js';

/** The jobs that become of a pack with two collections. */
async function jobsOf(vectorDatabase: Record<string, unknown>): Promise<OperationInput<typeof submitJob>[]> {
  const config = DomainConfig.parse({ domain: 'lore', version: '1', language: 'de', vectorDatabase });
  const source = (path: string) => ({ kind: 'path' as const, path });
  const sources = [
    { source: source('/a'), collection: 'lore_units' },
    { source: source('/b'), collection: 'lore_rules' },
    { source: source('/c'), collection: 'lore_units' },
  ];
  const pack = { config, collections: ['lore_units', 'lore_rules'], sources, prompts: [] };
  const submitted: OperationInput<typeof submitJob>[] = [];
  const client = {
    request: (_operation: unknown, input: OperationInput<typeof submitJob>) => Promise.resolve(submitted.push(input)),
  };
  const sut = new DomainsController(new InMemoryDomainCatalog([pack]), client as never);
  const { signal } = new AbortController();
  await sut.ingest({ domain: 'lore' }, { signal } as OperationContext);
  return submitted;
}

describe('the ingestion of a pack', () => {
  it('is a job for each of its collections, in its language', async () => {
    expect(await jobsOf({})).toMatchObject([
      { collection: 'lore_units', sources: [{ path: '/a' }, { path: '/c' }], language: 'de', embedding: {} },
      { collection: 'lore_rules', sources: [{ path: '/b' }], language: 'de', embedding: {} },
    ]);
  });

  it('demands the vectors that the pack names', async () => {
    const [job] = await jobsOf({ embeddingModel: 'nomic-embed-text', dimensions: 768 });
    expect(job?.embedding).toEqual({ model: 'nomic-embed-text', dimensions: 768 });
  });
});
