import { chmod } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { analysedChunkOf, documentsOf, embeddedChunkOf, unitVector } from '@arbiter/ports/testing';
import { IS_SOAK } from '@arbiter/ports/testing/soak';
import { Child, type ChildOptions } from '../test/child-process.js';
import { TemporaryStores } from '../test/temporary-stores.js';
import { chunksOfVersion } from '../test/versioned-documents.js';
import { LanceKeywordIndex } from './lance-keyword.index.js';
import { LanceVectorIndex } from './lance-vector.index.js';

const HANG_GUARD_MS = 120_000;
const KILLS = IS_SOAK ? 4 : 2;
const NOBODY = 65_534;

const stores = new TemporaryStores();
const children: Child[] = [];
const start = (script: string, args: readonly string[], options?: ChildOptions): Child => {
  const child = new Child(script, args, options);
  children.push(child);
  return child;
};
afterEach(() => Promise.all(children.splice(0).map((child) => child.kill())));
afterAll(() => stores.remove());

const { signal } = new AbortController();

describe('a store whose writer is killed', () => {
  it(
    'holds each document in exactly one version, and not one older than the last that was confirmed',
    async () => {
      const directory = await stores.folder();
      for (let kill = 0, next = 0; kill < KILLS; kill++) {
        const writer = start('loop-writer.child.ts', [directory, String(next)]);
        let confirmed = -1;
        for (let i = 0; i < 3 + kill; i++) confirmed = (await writer.read()) as number;
        await writer.kill();

        const store = await stores.open({ directory, mode: 'read-only' });
        const [vectors, keywords] = [new LanceVectorIndex(store), new LanceKeywordIndex(store)];
        const inVectors = await vectors.search('c', unitVector([1, 0, 0]), { limit: 1_000, signal });
        const inKeywords = await keywords.search('c', [{ term: 'beacon', weight: 1 }], { limit: 1_000, signal });
        for (const [index, hits] of [
          [vectors, inVectors],
          [keywords, inKeywords],
        ] as const) {
          const ids = hits.map(({ chunkId }) => chunkId);
          const documents = documentsOf(...(await index.chunks('c', ids, signal)).values());
          expect(documents.map(({ documentId }) => documentId).sort()).toEqual(['d0', 'd1', 'd2', 'd3', 'd4']);
          for (const { chunks } of documents) {
            const version = chunks[0]!.ordinal;
            expect(new Set(chunks.map(({ text }) => text))).toEqual(new Set([`beacon version ${version}`]));
            expect(chunks).toHaveLength(chunksOfVersion(version));
            expect(version).toBeGreaterThanOrEqual(confirmed);
            next = Math.max(next, version + 1);
          }
        }
      }
    },
    HANG_GUARD_MS,
  );
});

describe('a reader in another process', () => {
  it(
    'sees each commit at once, and a collection that was dropped and made again',
    async () => {
      const directory = `${await stores.folder()}/made-later`;
      const reader = start('reader.child.ts', [directory]);
      expect(await reader.ask('c')).toEqual({ vectors: 'NOT_FOUND', keywords: 'NOT_FOUND' });
      expect(existsSync(directory)).toBe(false);

      const store = await stores.open({ directory });
      const [vectors, keywords] = [new LanceVectorIndex(store), new LanceKeywordIndex(store)];
      const write = async (text: string): Promise<void> => {
        const documents = documentsOf(embeddedChunkOf({ id: 'd#0', text }, [1, 0, 0]));
        await vectors.replaceDocuments('c', documents, signal);
        await keywords.replaceDocuments('c', documentsOf(analysedChunkOf({ id: 'd#0', text })), signal);
      };
      const seen = (...texts: string[]): unknown => ({ vectors: texts, keywords: texts });
      for (const text of ['beacon one', 'beacon two', 'beacon three']) {
        await write(text);
        expect(await reader.ask('c')).toEqual(seen(text));
      }
      await vectors.deleteDocuments('c', ['d'], signal);
      await keywords.deleteDocuments('c', ['d'], signal);
      expect(await reader.ask('c')).toEqual(seen());
      for (const text of ['beacon four', 'beacon five', 'beacon six']) {
        await vectors.drop('c', signal);
        await keywords.drop('c', signal);
        expect(await reader.ask('c')).toEqual({ vectors: 'NOT_FOUND', keywords: 'NOT_FOUND' });
        await write(text);
        expect(await reader.ask('c')).toEqual(seen(text));
      }
    },
    HANG_GUARD_MS,
  );
});

describe('a folder for temporary files that cannot be written', () => {
  it(
    'ends no process: a writer takes one in its store, a reader one of the usual',
    async () => {
      const directory = await stores.folder();
      const env = { TMPDIR: `${directory}/none` };
      const writer = start('loop-writer.child.ts', [directory, '0'], { env });
      expect(await writer.read()).toBe(0);
      expect(existsSync(`${directory}/.temporary`)).toBe(true);
      await writer.kill();
      const reader = start('reader.child.ts', [directory], { env });
      expect(await reader.ask('none')).toEqual({ vectors: 'NOT_FOUND', keywords: 'NOT_FOUND' });
      expect(await reader.ask('c')).toMatchObject({ vectors: expect.arrayContaining(['beacon version 0']) });
      await stores.open({ directory });
      expect(existsSync(`${directory}/.temporary`)).toBe(false);
    },
    HANG_GUARD_MS,
  );
});

describe('a directory that cannot be written', () => {
  const failure = (cause: string): unknown => ({
    code: 'UNAVAILABLE',
    message: expect.stringContaining(`cannot be used: ${cause}.`) as unknown,
    hasCause: true,
  });

  it(
    'because of a limit on the size of files is UNAVAILABLE, and keeps what was stored',
    async () => {
      const directory = await stores.folder();
      const store = await stores.open({ directory });
      const documents = documentsOf(embeddedChunkOf({ id: 'before#0', text: 'beacon' }, [1, 0, 0]));
      await new LanceVectorIndex(store).replaceDocuments('c', documents, signal);
      // The limit of the shell, in blocks of 1,024 bytes: a commit of the child is larger.
      const writer = start('filling-writer.child.ts', [directory], {
        prefix: ['sh', '-c', 'ulimit -f 40; exec "$0" "$@"'],
      });
      expect(await writer.read()).toEqual(failure('a file would exceed the size limit of this process'));
      expect(await new LanceVectorIndex(store).documentIds('c', signal)).toContain('before');
    },
    HANG_GUARD_MS,
  );

  // Only root can become somebody else, which the child does once it has read its code: nobody may not enter every checkout; root itself may write everywhere.
  const asNobody = process.getuid?.() === 0 ? it : it.skip;
  asNobody(
    'because it belongs to another user is UNAVAILABLE',
    async () => {
      const directory = await stores.folder();
      await chmod(directory, 0o755);
      const writer = start('filling-writer.child.ts', [`${directory}/store`], { env: { BECOME_USER: `${NOBODY}` } });
      expect(await writer.read()).toEqual(failure('disk not writable'));
    },
    HANG_GUARD_MS,
  );
});
