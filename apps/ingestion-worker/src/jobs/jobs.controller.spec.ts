import type { OperationContext } from '@arbiter/messaging';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { InMemoryCollectionCatalog, InMemoryJobQueue, SequentialIds } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import type { AskedEmbedding } from '../library/open-collection.js';
import { JobBudgets } from '../pipeline/spending-budget.js';
import { JobsController } from './jobs.controller.js';

const { signal } = new AbortController();

/** Submits a job that demands this embedding to a worker with the packaged model. @returns its state */
async function submit(embedding: AskedEmbedding | undefined): Promise<string> {
  const queue = new InMemoryJobQueue(SYSTEM_CLOCK);
  const embedder = { model: 'all-MiniLM-L6-v2', dimensions: 384 };
  const runner = {} as never;
  const catalog = new InMemoryCollectionCatalog();
  const sut = new JobsController(
    catalog,
    queue,
    new SequentialIds(),
    runner,
    SYSTEM_CLOCK,
    embedder,
    new JobBudgets(undefined, null),
    { assertReadable: () => Promise.resolve() },
    { assertOwned: () => Promise.resolve() },
  );
  const sources = [{ kind: 'path' as const, path: '/docs' }];
  const job = { collection: 'default', sources, language: undefined, tenant: 'default', embedding, maxCost: undefined };
  try {
    const { state } = await sut.submit(job, { signal } as OperationContext);
    return state;
  } finally {
    await queue.close();
  }
}

describe('a job that says what its vectors are to be made with', () => {
  it.each([
    undefined,
    {},
    { model: 'all-MiniLM-L6-v2' },
    { dimensions: 384 },
    { model: 'all-MiniLM-L6-v2', dimensions: 384 },
  ])('is queued where the worker makes such vectors: %j', async (embedding) => {
    expect(await submit(embedding)).toBe('queued');
  });

  it('is refused where it runs another model, with both remedies', async () => {
    await expect(submit({ model: 'nomic-embed-text', dimensions: 768 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        /"nomic-embed-text" with 768 dimensions.*"all-MiniLM-L6-v2" with 384 .*EMBEDDING_MODEL=nomic-embed-text.*config\.json/,
      ),
    });
  });

  it('is refused for other dimensions of the same model', async () => {
    await expect(submit({ model: 'all-MiniLM-L6-v2', dimensions: 768 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.not.stringContaining('EMBEDDING_MODEL'),
    });
  });
});
