import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { job } from '../testing/examples.js';
import { runArbiter } from '../../test/run-arbiter.js';

const REBUILT = job({ counts: { found: 3, changed: 3, chunks: 12 } });
const scripts = {
  'ingestion.reindex': { output: job({ state: 'queued', finishedAt: null }) },
  'ingestion.list': { output: { jobs: [], next: null } },
  'ingestion.watch': { output: REBUILT },
};

describe('arbiter reindex', () => {
  it('queues the rebuilding of a collection, follows it, and says what was rebuilt', async () => {
    const { exitCode, stdout, calls, opened } = await runArbiter(['reindex', 'notes'], { scripts });
    expect([exitCode, stdout]).toEqual([0, '3 documents (3 changed), 12 new chunks in default\n']);
    expect(calls[0]).toMatchObject({ operation: 'ingestion.reindex', input: { collection: 'notes' } });
    expect(calls[0]?.input).not.toHaveProperty('embeddingModel');
    expect(opened).toMatchObject([{ readOnly: false }]);
  });

  it('asks for another model, and says what is to be set once it is done', async () => {
    const words = ['reindex', 'notes', '--embedding-model', 'nomic-embed-text'];
    const { stderr, calls } = await runArbiter(words, { scripts });
    expect(calls[0]?.input).toMatchObject({ collection: 'notes', embeddingModel: 'nomic-embed-text' });
    expect(stderr).toContain('EMBEDDING_MODEL=nomic-embed-text');
  });

  it('says that there is no such collection', async () => {
    const refusal = new ArbiterError('NOT_FOUND', 'There is no collection "nots".');
    const { exitCode, stderr } = await runArbiter(['reindex', 'nots'], { scripts: { 'ingestion.reindex': refusal } });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('"nots"')]);
  });
});
