import { describe, expect, it } from '@jest/globals';
import { qdrantAvailable, startQdrant } from './qdrant-server.js';

const missing = qdrantAvailable();
if (missing) process.stderr.write(`skipped: ${missing}\n`);

(missing ? describe.skip : describe)('a Qdrant for tests', () => {
  it('answers as Qdrant at the address it names', async () => {
    const qdrant = await startQdrant();
    try {
      const answer = (await (await fetch(qdrant.url)).json()) as { title: string };
      expect(answer.title).toMatch(/^qdrant/);
    } finally {
      await qdrant.stop();
    }
    if (qdrant.isOwn) await expect(fetch(qdrant.url)).rejects.toThrow('fetch failed');
    await qdrant.stop();
  }, 180_000);
});
