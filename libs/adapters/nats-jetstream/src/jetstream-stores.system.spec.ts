import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  changelogEventOf,
  deletionOf,
  documentOf,
  graphBytesOf,
  graphCorrectionEventOf,
  keptInsightOf,
  messageOf,
} from '@arbiter/ports/testing';
import { startNatsServer, until } from '@arbiter/testing';
import { describe, expect, it } from '@jest/globals';
import { connect } from 'nats';
import { unavailable } from '../test/use-buckets.js';
import { JetStreamDocumentStore } from './jetstream-document-store.js';
import { JetStreamChangelogStore, JetStreamGraphCorrectionStore } from './jetstream-event-log.js';
import { JetStreamExtractionStore } from './jetstream-extraction-store.js';
import { JetStreamGraphStore } from './jetstream-graph-store.js';
import { jetStreamAnswerStores } from './answers/jetstream-answer-stores.js';
import { JetStreamInsightStore } from './jetstream-insight-store.js';

const live = new AbortController().signal;
const suite = unavailable === null ? describe : describe.skip;

suite('on the disk of a broker', () => {
  it('leaves no byte of what was taken out or deleted', async () => {
    const storeDir = await mkdtemp(join(tmpdir(), 'arbiter-jetstream-'));
    const server = await startNatsServer({ jetstream: true, storeDir });
    const connection = await connect({ servers: server.url });
    const held = async (word: string): Promise<number> => {
      const files = (await readdir(storeDir, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
      const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
      return texts.filter((text) => text.includes(word)).length;
    };
    try {
      const sessions = jetStreamAnswerStores(connection).sessions;
      const insights = new JetStreamInsightStore(connection);
      const documents = new JetStreamDocumentStore(connection);
      const [changelogs, graphs] = [new JetStreamChangelogStore(connection), new JetStreamGraphStore(connection)];
      const corrections = new JetStreamGraphCorrectionStore(connection);
      const extractions = new JetStreamExtractionStore(connection);
      // Where all messages of a block go, its file goes; these stay.
      await sessions.append('s-3', [messageOf('a')], live);
      await insights.save(keptInsightOf('c', {}, { sessionId: 's-3' }), live);
      await documents.put(documentOf('Salt.'), 'Salt.', live);
      await changelogs.append('other', [changelogEventOf(1, 'open')], { after: 0 }, live);
      await corrections.append('other', [graphCorrectionEventOf(1, 'Inn')], { after: 0 }, live);
      await graphs.put('other', { version: 'v1', bytes: graphBytesOf(1) }, live);
      const secret = (name: string) => `The zanzibarquux of ${name} sleeps.`;
      await sessions.append('s-1', [messageOf(secret('a'), { metadata: { documents: ['harbour'] } })], live);
      await sessions.append('s-2', [messageOf(secret('b'))], live);
      await insights.save(keptInsightOf('a', { summary: secret('c') }, { documents: ['harbour'] }), live);
      await insights.save(keptInsightOf('b', { summary: secret('d') }), live);
      await insights.countUse(['a', 'b'], '2026-02-01T00:00:00.000Z', live);
      const packed = gzipSync(secret('e')).toString('latin1').slice(12, -8);
      const event = changelogEventOf(1, secret('f'));
      const correction = graphCorrectionEventOf(1, secret('h'));
      const [packedEvent = '', packedCorrection = ''] = [event, correction].map((one) =>
        gzipSync(JSON.stringify([one]))
          .toString('latin1')
          .slice(12, -8),
      );
      await changelogs.append('lore', [event], { after: 0 }, live);
      await corrections.append('lore', [correction], { after: 0 }, live);
      await graphs.put('lore', { version: 'v1', bytes: new TextEncoder().encode(secret('g')) }, live);
      // One that stays, one that is replaced, one that is pruned.
      await extractions.put('other', 'part-1', graphBytesOf(1), live);
      for (const part of ['part-1', 'part-2'])
        await extractions.put('lore', part, new TextEncoder().encode(secret(part)), live);
      await graphs.put('lore', { version: 'v2', bytes: graphBytesOf(2) }, live);
      await documents.put(documentOf(secret('e'), { id: 'harbour' }), secret('e'), live);
      const deleted = deletionOf('harbour');
      const heldNow = () => Promise.all(['zanzibarquux', packed, packedEvent, packedCorrection].map(held));
      expect(await heldNow()).toEqual([4, 1, 1, 1]);
      expect(await sessions.redact(deleted, live)).toBe(1);
      expect(await insights.deleteOfDocuments(deleted, live)).toBe(1);
      expect(await documents.delete('harbour', live)).toBe(true);
      expect(await insights.deleteOfSession('s-1', live)).toBe(1);
      expect(await sessions.delete('s-2', live)).toBe(true);
      await graphs.prune('lore', live);
      await extractions.put('lore', 'part-1', graphBytesOf(2), live);
      await extractions.prune('lore', new Set(['part-1']), live);
      await changelogs.delete('lore', live);
      await corrections.delete('lore', live);
      expect(await heldNow()).toEqual([0, 0, 0, 0]);
    } finally {
      await connection.close();
      await server.stop();
      await rm(storeDir, { recursive: true, force: true });
    }
  });
});

suite('on a broker that goes away', () => {
  it('is UNAVAILABLE within seconds, and has kept all when the broker is back', async () => {
    const storeDir = await mkdtemp(join(tmpdir(), 'arbiter-jetstream-'));
    const server = await startNatsServer({ jetstream: true, storeDir });
    const connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    try {
      const store = jetStreamAnswerStores(connection).sessions;
      await store.append('s-1', [messageOf('before')], live);
      await server.stop('SIGKILL');
      const started = performance.now();
      await expect(store.recent('s-1', 1, live)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(performance.now() - started).toBeLessThan(6_000);
      await expect(store.recent('s-1', 1, AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' });
      await server.restart();
      await until(async () => (await store.recent('s-1', 10, live).catch(() => null))?.[0]?.content === 'before');
    } finally {
      await connection.close();
      await server.stop();
      await rm(storeDir, { recursive: true, force: true });
    }
  });
});

suite('on a broker without JetStream', () => {
  it('says how to start one with it', async () => {
    const server = await startNatsServer();
    const connection = await connect({ servers: server.url });
    try {
      await expect(jetStreamAnswerStores(connection).sessions.recent('s-1', 1, live)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('--jetstream'),
      });
    } finally {
      await connection.close();
      await server.stop();
    }
  });
});
