import {
  AnswerEvent,
  AnswerRecord,
  ChangelogEvent,
  GraphCorrectionEvent,
  CollectionManifest,
  Feedback,
  type IngestionSource,
  SessionMessage,
} from '@arbiter/contracts';
import { BLOB_KINDS, EntityStore, ScheduleRecord } from '@arbiter/ports';
import {
  answerEventOf,
  answerRecordOf,
  changelogEventOf,
  correctionEvents,
  costEntryOf,
  decisionEvents,
  documentOf,
  entityOf,
  feedbackOf,
  keptInsightOf,
  ManualClock,
  manifestOf,
  messageOf,
  scheduleRecordOf,
} from '@arbiter/ports/testing';
import { describeFrozenFormat, type FrozenFormat } from '@arbiter/testing/frozen';
import { describe } from '@jest/globals';
import type { NatsConnection } from 'nats';
import {
  IndexHome,
  jetStreamAnswerStores,
  JetStreamBlobStore,
  JetStreamAnswerRecordStore,
  JetStreamChangelogStore,
  JetStreamDeletionCursor,
  JetStreamCollectionCatalog,
  JetStreamDeletionLog,
  JetStreamDocumentStore,
  JetStreamEntityRecords,
  JetStreamGraphCorrectionStore,
  JetStreamGraphStore,
  JetStreamInsightStore,
  JetStreamJobQueue,
  JetStreamScheduleStore,
  settleStreamFormat,
} from '../../src/index.js';
import { unavailable, useBroker } from '../use-buckets.js';
import { deleteStreams, layoutOfStreams, restoreStreams, saveStreams } from './stored-streams.js';

const live = new AbortController().signal;
const AT = '2026-01-02T03:04:05.678Z';
const clock = new ManualClock(Date.parse(AT));
const REDACTION = { at: AT, jobId: 'job-1' };
const MODEL = { model: 'a/b', inputTokens: 1_000, outputTokens: 200, cachedInputTokens: 10, cacheWriteTokens: 5 };

interface OnBroker {
  write(connection: NatsConnection): Promise<unknown>;
  read(connection: NatsConnection): Promise<unknown>;
}

(unavailable === null ? describe : describe.skip)('what JetStream holds', () => {
  const broker = useBroker();

  function describeOnBroker(name: string, format: OnBroker, schemas: FrozenFormat['schemas'] = {}): void {
    describeFrozenFormat(name, {
      home: new URL(`${name}/`, import.meta.url),
      schemas,
      layout: layoutOfStreams,
      async write(folder) {
        const connection = await broker().connect();
        await deleteStreams(connection);
        await format.write(connection);
        await saveStreams(connection, folder);
      },
      async read(folder) {
        const connection = await broker().connect();
        await deleteStreams(connection);
        await restoreStreams(connection, folder);
        return format.read(connection);
      },
    });
  }

  describeOnBroker(
    'sessions',
    {
      async write(connection) {
        const store = jetStreamAnswerStores(connection).sessions;
        const metadata = {
          tools_used: ['search'],
          confidence: 0.9,
          validated: true,
          documents: ['light'],
          answer_id: 'answer_1',
        };
        await store.append('s-1', [messageOf('Who keeps\nthe lamp?'), messageOf('Mara. 🕯️', { metadata })], live);
        await store.append('s-1', [messageOf('', { role: 'assistant', metadata: { redacted: REDACTION } })], live);
        await store.redact({ documents: ['light'], ...REDACTION }, live);
      },
      read: (connection) => jetStreamAnswerStores(connection).sessions.recent('s-1', 9, live),
    },
    { message: SessionMessage },
  );

  describeOnBroker('costs', {
    async write(connection) {
      const ledger = jetStreamAnswerStores(connection).costs;
      const cost = { amount: 0.006, currency: 'USD', unpriced: ['c/d'] };
      const known = { sessionId: 's-1', principal: 'desk', tokens: [MODEL], cost };
      await ledger.append(costEntryOf('answer_1', known), live);
      await ledger.append(costEntryOf('answer_2', { ...known, sessionId: 's-2' }), live);
      await ledger.forgetSession('s-1', live);
    },
    read: (connection) => collected(jetStreamAnswerStores(connection).costs.between({}, live)),
  });

  describeOnBroker(
    'feedback',
    {
      async write(connection) {
        const store = jetStreamAnswerStores(connection).feedback;
        await store.append(feedbackOf('Mara keeps the lamp.', { comment: 'Yes.' }), live);
        await store.append(feedbackOf('Oars float.', { supported: false, domain: null }), live);
      },
      read: (connection) => jetStreamAnswerStores(connection).feedback.ofDomain('lore', 9, live),
    },
    { feedback: Feedback },
  );

  describeOnBroker(
    'answer-events',
    {
      async write(connection) {
        const log = jetStreamAnswerStores(connection).events;
        const { status: _status, ...base } = answerEventOf('answer_1') as Extract<AnswerEvent, { kind: 'given' }>;
        await log.append([answerEventOf('answer_1'), { ...base, kind: 'rated', score: 0.5 }], live);
        await log.append([{ ...base, kind: 'copied', assigned: null, unit: null }], live);
        await log.deleteWhere(({ kind }) => kind === 'rated', live);
      },
      read: (connection) => collected(jetStreamAnswerStores(connection).events.read(live)),
    },
    { event: AnswerEvent },
  );

  describeOnBroker('cursors', {
    write: (connection) => new JetStreamDeletionCursor(connection).write('17', live),
    read: (connection) => new JetStreamDeletionCursor(connection).read(live),
  });

  describeOnBroker('format', {
    write: (connection) => settleStreamFormat(connection, live),
    async read(connection) {
      await settleStreamFormat(connection, live);
      return 'settled';
    },
  });

  describeOnBroker('insights', {
    async write(connection) {
      const store = new JetStreamInsightStore(connection);
      await store.save(keptInsightOf('insight_1'), live);
      await store.save(keptInsightOf('insight_2', {}, { sessionId: null, domain: null }), live);
      await store.save(keptInsightOf('insight_1', { relevanceScore: 0.5 }), live);
      await store.countUse(['insight_1'], AT, live);
    },
    async read(connection) {
      const store = new JetStreamInsightStore(connection);
      return [await store.ofDomain('lore', 9, live), await store.ofDomain(null, 9, live)];
    },
  });

  describeOnBroker(
    'answers',
    {
      async write(connection) {
        const store = new JetStreamAnswerRecordStore(connection);
        const cost = { amount: 0.006, currency: 'USD', unpriced: ['c/d'] };
        const known = { sessionId: 's-1', principal: 'desk', tokens: [MODEL], cost };
        await store.save(answerRecordOf('answer_1', known), live);
        await store.save(answerRecordOf('answer_2', { documents: ['oars'], shownDocuments: [] }), live);
        await store.redact({ documents: ['light'], ...REDACTION }, live);
      },
      async read(connection) {
        const store = new JetStreamAnswerRecordStore(connection);
        return {
          records: await Promise.all(['answer_1', 'answer_2'].map((id) => store.get(id, live))),
          summaries: await store.list({ limit: 9 }, live),
        };
      },
    },
    { record: AnswerRecord },
  );

  describeOnBroker('deletions', {
    async write(connection) {
      const log = new JetStreamDeletionLog(connection);
      await log.append({ collection: 'lore', documents: ['light', 'oars'], at: AT, jobId: 'job-1' }, live);
      await log.append({ collection: 'lore', documents: ['sails'], at: AT, jobId: null }, live);
    },
    read: (connection) => new JetStreamDeletionLog(connection).after(null, 9, live),
  });

  const SELECTION = { include: ['**/*.md'], exclude: ['drafts/**'] };
  const SOURCES: IngestionSource[] = [
    { kind: 'path', path: '/library', ...SELECTION },
    { kind: 'git', repository: 'https://git.example/library.git', branch: 'main', path: 'docs', ...SELECTION },
    { kind: 'url', url: 'https://docs.example/guide', title: 'Guide' },
    { kind: 'feed', url: 'https://docs.example/feed.xml' },
  ];

  describeOnBroker(
    'schedules',
    {
      async write(connection) {
        const record = {
          ...scheduleRecordOf('guide', { sources: SOURCES, language: 'de', maxCost: 1.5 }),
          claimedAt: AT,
        };
        await new JetStreamScheduleStore(connection).save(record, null, live);
      },
      read: (connection) => new JetStreamScheduleStore(connection).list(live),
    },
    { record: ScheduleRecord },
  );

  describeOnBroker('jobs', {
    async write(connection) {
      const queue = new JetStreamJobQueue(connection, { clock });
      const inline = {
        kind: 'inline' as const,
        name: 'note.md',
        content: 'A',
        title: 'Note',
        metadata: { year: 2026 },
      };
      const job = { collection: 'default', language: 'de', maxCost: 1.5, tenant: 'a' };
      await queue.submit({ ...job, id: 'ended', sources: SOURCES }, live);
      await queue.claim('worker-1', live);
      const counts = { found: 2, added: 1, changed: 0, unchanged: 0, deleted: 0, moved: 0 };
      const done = { ...counts, failed: 1, skipped: 0, chunks: 3, embedded: 2, bytes: 99 };
      const failures = [{ source: 'b.md', stage: 'parse' as const, reason: 'It is no text.' }];
      await queue.progress('ended', done, failures, { warnings: [{ source: 'a.pdf', warning: 'Page 2 is a scan.' }] });
      await queue.finish('ended', { state: 'completed_with_errors' });
      await queue.submit({ ...job, id: 'waiting', sources: [inline] }, live);
      await queue.submit({ ...job, id: 'rebuilt', sources: [], reindex: { embeddingModel: 'a/b' } }, live);
      await queue.close();
    },
    async read(connection) {
      const queue = new JetStreamJobQueue(connection, { clock });
      const jobs = await queue.list({ limit: 9 });
      const claimed = await queue.claim('worker-2', live);
      await queue.close();
      return { jobs, claimed };
    },
  });

  describeOnBroker('documents', {
    async write(connection) {
      const store = new JetStreamDocumentStore(connection);
      const text = 'Guide\n\nMara keeps\nthe lamp. 🕯️ café';
      await store.put(documentOf(text, { pages: [{ number: 1, start: 0 }] }), text, live);
      await store.put(documentOf('B', { id: 'Ähre/2', collection: 'Lore' }), 'B', live);
    },
    async read(connection) {
      const store = new JetStreamDocumentStore(connection);
      const ids = ['doc-1', 'Ähre/2'];
      return {
        lists: [await store.list('default', { limit: 9 }, live), await store.list('Lore', { limit: 9 }, live)],
        texts: await Promise.all(ids.map((id) => store.text(id, live))),
      };
    },
  });

  describeOnBroker('entities', {
    write: (connection) =>
      new EntityStore(new JetStreamEntityRecords(connection)).replace(
        { id: 'doc-1', collection: 'units' },
        [entityOf('Lamp Warden', { aliases: ['Warden'], attributes: { cost: 5 }, data: '{"m":6}' }), entityOf('Oar')],
        live,
      ),
    read: (connection) => new EntityStore(new JetStreamEntityRecords(connection)).ofDocument('doc-1', live),
  });

  describeOnBroker(
    'changelogs',
    {
      async write(connection) {
        const store = new JetStreamChangelogStore(connection);
        const events = [changelogEventOf(1, 'closed', 'key-1'), changelogEventOf(2, 'open')];
        await store.append('lore', events, { after: 0 }, live);
        await store.append('lore', [{ id: 3, recordedAt: 2_000, kind: 'revert', of: 1 }], { after: 2 }, live);
        await store.append('lore', decisionEvents(3), { after: 3 }, live);
      },
      read: (connection) => new JetStreamChangelogStore(connection).read('lore', {}, live),
    },
    { event: ChangelogEvent },
  );

  describeOnBroker(
    'corrections',
    {
      write: (connection) =>
        new JetStreamGraphCorrectionStore(connection).append('lore', correctionEvents(), { after: 0 }, live),
      read: (connection) => new JetStreamGraphCorrectionStore(connection).read('lore', {}, live),
    },
    { event: GraphCorrectionEvent },
  );

  describeOnBroker('blobs', {
    async write(connection) {
      const store = new JetStreamBlobStore(connection);
      for (const kind of BLOB_KINDS)
        await store.put({ collection: 'Lore', kind, name: 'd1-A' }, Buffer.from(kind), live);
    },
    async read(connection) {
      const store = new JetStreamBlobStore(connection);
      // Older revisions have fewer kinds.
      const read = BLOB_KINDS.map((kind) => store.get({ collection: 'Lore', kind, name: 'd1-A' }, live));
      return (await Promise.all(read)).filter((bytes) => bytes !== null).map(String);
    },
  });

  describeOnBroker('graphs', {
    async write(connection) {
      const store = new JetStreamGraphStore(connection);
      for (const version of ['v1', 'v2'])
        await store.put('lore', { version, bytes: new TextEncoder().encode(`graph ${version}`) }, live);
    },
    async read(connection) {
      const store = new JetStreamGraphStore(connection);
      const bytes = await Promise.all(['v1', 'v2'].map((version) => store.read('lore', version, live)));
      return {
        current: await store.currentVersion('lore', live),
        bytes: bytes.map((one) => one && new TextDecoder().decode(one)),
      };
    },
  });

  describeOnBroker(
    'collections',
    {
      async write(connection) {
        const catalog = new JetStreamCollectionCatalog(connection);
        const pages = { model: 'colqwen', dimensions: 128 };
        await catalog.create(manifestOf({ indexName: 'default-2', leftoverIndexes: ['default'], pages }), live);
        await catalog.advance('default', live);
        await catalog.keepCursor('default', 'ab12', { position: 'commit-1', documents: 'cd34' }, live);
        await new IndexHome(connection).settle({ directory: '/data', host: 'desk' }, live);
      },
      async read(connection) {
        const catalog = new JetStreamCollectionCatalog(connection);
        return {
          manifests: await catalog.list(live),
          generation: await catalog.generation('default', live),
          cursor: await catalog.cursor('default', 'ab12', live),
          home: await new IndexHome(connection).get(live),
        };
      },
    },
    { manifest: CollectionManifest },
  );
});

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
