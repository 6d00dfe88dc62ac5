import {
  AnswerEvent,
  AnswerRecord,
  ChangelogEvent,
  GraphCorrectionEvent,
  CollectionManifest,
  Feedback,
  type IngestionSource,
  SessionMessage,
  SupportCalibration,
} from '@arbiter/contracts';
import { BLOB_KINDS, DocumentEntitiesSchema, EntityStore, ScheduleRecord, SourceCursor } from '@arbiter/ports';
import {
  answerEventOf,
  answerRecordOf,
  calibrationOf,
  changelogEventOf,
  correctionEvents,
  decisionEvents,
  costEntryOf,
  documentOf,
  entityOf,
  feedbackOf,
  flightRecordOf,
  keptInsightOf,
  manifestOf,
  ManualClock,
  messageOf,
  scheduleRecordOf,
} from '@arbiter/ports/testing';
import { describeFrozenFormat, type FrozenFormat } from '@arbiter/testing/frozen';
import { DescriptionFile } from '../../src/documents/document-files.js';
import {
  type DataDirectory,
  filesystemAnswerStores,
  FilesystemAnswerRecordStore,
  FilesystemBlobStore,
  FilesystemCalibrationStore,
  FilesystemChangelogStore,
  FilesystemCollectionCatalog,
  FilesystemDeletionCursor,
  FilesystemDeletionLog,
  FilesystemDocumentStore,
  FilesystemEntityRecords,
  FilesystemGraphCorrectionStore,
  FilesystemGraphStore,
  FilesystemInsightStore,
  FilesystemJobQueue,
  FilesystemJobReader,
  FilesystemScheduleStore,
  openDataDirectory,
} from '../../src/index.js';
import { JobEvent } from '../../src/jobs/job-ledger.js';
import { InsightEvent } from '../../src/stores/filesystem-insight-store.js';

const live = new AbortController().signal;
const AT = '2026-01-02T03:04:05.678Z';
const clock = new ManualClock(Date.parse(AT));
const MODEL = { model: 'a/b', inputTokens: 1_000, outputTokens: 200, cachedInputTokens: 10, cacheWriteTokens: 5 };
const REDACTION = { at: AT, jobId: 'job-1' };

interface InDirectory {
  write(directory: DataDirectory): Promise<unknown>;
  read(directory: DataDirectory): Promise<unknown>;
}

/** What a format holds in a data directory, without what each process leaves there for itself. */
function describeInDirectory(name: string, format: InDirectory, schemas: FrozenFormat['schemas'] = {}): void {
  const within = async (path: string, mode: 'read' | 'write', use: InDirectory['read']): Promise<unknown> => {
    const directory = await openDataDirectory({ path, mode, clock });
    try {
      return await use(directory);
    } finally {
      await directory.close();
    }
  };
  describeFrozenFormat(name, {
    home: new URL(`${name.replace(' ', '-')}/`, import.meta.url),
    schemas,
    keeps: (path) => !/^(lock|staging)(\/|$)/.test(path),
    write: async (folder) => {
      await within(folder, 'write', (directory) => format.write(directory));
    },
    read: (folder) => within(folder, 'read', (directory) => format.read(directory)),
  });
}

describeInDirectory(
  'documents',
  {
    async write(directory) {
      const store = new FilesystemDocumentStore(directory);
      const text = 'Guide\n\nMara keeps\nthe lamp. 🕯️ café';
      await store.put(documentOf(text, { pages: [{ number: 1, start: 0 }] }), text, live);
      // Names on the disk are escaped.
      await store.put(documentOf('B', { id: 'Ähre/2', collection: 'Lore' }), 'B', live);
    },
    async read(directory) {
      const store = new FilesystemDocumentStore(directory);
      const ids = ['doc-1', 'Ähre/2'];
      return {
        lists: [await store.list('default', { limit: 9 }, live), await store.list('Lore', { limit: 9 }, live)],
        texts: await Promise.all(ids.map((id) => store.text(id, live))),
      };
    },
  },
  { description: DescriptionFile },
);

describeInDirectory(
  'collections',
  {
    async write(directory) {
      const catalog = new FilesystemCollectionCatalog(directory);
      const manifest = manifestOf({
        ...{ indexName: 'default-2', leftoverIndexes: ['default'] },
        pages: { model: 'colqwen', dimensions: 128 },
      });
      await catalog.create(manifest, live);
      await catalog.advance('default', live);
      await catalog.keepCursor('default', 'ab12', { position: 'commit-1', documents: 'cd34' }, live);
    },
    async read(directory) {
      const catalog = new FilesystemCollectionCatalog(directory);
      return {
        manifests: await catalog.list(live),
        generation: await catalog.generation('default', live),
        cursor: await catalog.cursor('default', 'ab12', live),
      };
    },
  },
  { manifest: CollectionManifest, cursor: SourceCursor },
);

describeInDirectory(
  'entities',
  {
    write: (directory) =>
      new EntityStore(new FilesystemEntityRecords(directory)).replace(
        { id: 'doc-1', collection: 'units' },
        [
          entityOf('Lamp Warden', { aliases: ['Warden'], attributes: { keywords: ['a'], cost: 5 }, data: '{"m":6}' }),
          entityOf('Oar'),
        ],
        live,
      ),
    read: (directory) => new EntityStore(new FilesystemEntityRecords(directory)).ofDocument('doc-1', live),
  },
  { entities: DocumentEntitiesSchema },
);

const SELECTION = { include: ['**/*.md'], exclude: ['drafts/**'] };
const SOURCES: IngestionSource[] = [
  { kind: 'path', path: '/library', ...SELECTION },
  { kind: 'git', repository: 'https://git.example/library.git', branch: 'main', path: 'docs', ...SELECTION },
  { kind: 'url', url: 'https://docs.example/guide', title: 'Guide' },
  { kind: 'site', url: 'https://docs.example/', depth: 2, maxPages: 10, hosts: ['www.docs.example'], ...SELECTION },
  { kind: 'feed', url: 'https://docs.example/feed.xml' },
  { kind: 'inline', name: 'note.md', content: 'QQ==', encoding: 'base64', title: 'Note', metadata: { year: 2026 } },
];

const JOB = { collection: 'default', language: 'de', maxCost: 1.5, tenant: 'a' };
const COUNTS = {
  ...{ found: 2, added: 1, changed: 0, unchanged: 0, deleted: 0, moved: 0 },
  ...{ failed: 1, skipped: 0, chunks: 3, embedded: 2, bytes: 99 },
};

/** Submits, runs and ends a job whose every field is filled. */
async function endJob(queue: FilesystemJobQueue, sources: readonly IngestionSource[]): Promise<void> {
  await queue.submit({ ...JOB, id: 'ended', sources: [...sources] }, live);
  await queue.claim('worker-1', live);
  const failures = [{ source: 'b.md', stage: 'parse' as const, reason: 'It is no text.' }];
  await queue.progress('ended', COUNTS, failures, { warnings: [{ source: 'a.pdf', warning: 'Page 2 is a scan.' }] });
  await queue.finish('ended', { state: 'completed_with_errors' });
}

describeInDirectory(
  'jobs',
  {
    async write(directory) {
      const queue = await FilesystemJobQueue.open({ directory, clock });
      await endJob(queue, SOURCES.slice(0, -1));
      await queue.submit({ ...JOB, id: 'rebuilt', sources: [], reindex: { embeddingModel: 'a/b' } }, live);
      await queue.claim('worker-1', live);
      await queue.release('rebuilt');
      await queue.claim('worker-1', live);
      await queue.cancel('rebuilt');
      await queue.finish('rebuilt', { state: 'cancelled' });
      await queue.retry('rebuilt');
      await queue.submit({ ...JOB, id: 'waiting', sources: SOURCES.slice(-1) }, live);
      await queue.close();
    },
    read: (directory) => new FilesystemJobReader(directory).list({ limit: 9 }),
  },
  { event: JobEvent },
);

// What was sent along with a job that has ended is dropped: the log is compacted when it is closed.
describeInDirectory('compacted jobs', {
  async write(directory) {
    const queue = await FilesystemJobQueue.open({ directory, clock });
    await endJob(queue, SOURCES);
    await queue.close();
  },
  read: (directory) => new FilesystemJobReader(directory).list({ limit: 9 }),
});

describeInDirectory(
  'schedules',
  {
    async write(directory) {
      const store = new FilesystemScheduleStore(directory, () => 'revision-1');
      await store.save(
        {
          ...scheduleRecordOf('guide', { sources: SOURCES.slice(0, -1), language: 'de', maxCost: 1.5 }),
          claimedAt: AT,
        },
        null,
        live,
      );
    },
    read: (directory) => new FilesystemScheduleStore(directory, () => 'revision-2').list(live),
  },
  { record: ScheduleRecord },
);

describeInDirectory(
  'changelogs',
  {
    async write(directory) {
      const store = new FilesystemChangelogStore(directory);
      const events = [changelogEventOf(1, 'closed', 'key-1'), changelogEventOf(2, 'open')];
      await store.append('lore', events, { after: 0 }, live);
      await store.append('lore', [{ id: 3, recordedAt: 2_000, kind: 'revert', of: 1 }], { after: 2 }, live);
      await store.append('lore', decisionEvents(3), { after: 3 }, live);
    },
    read: (directory) => new FilesystemChangelogStore(directory).read('lore', {}, live),
  },
  { event: ChangelogEvent },
);

describeInDirectory(
  'corrections',
  {
    write: (directory) =>
      new FilesystemGraphCorrectionStore(directory).append('lore', correctionEvents(), { after: 0 }, live),
    read: (directory) => new FilesystemGraphCorrectionStore(directory).read('lore', {}, live),
  },
  { event: GraphCorrectionEvent },
);

describeInDirectory('graphs', {
  async write(directory) {
    const store = new FilesystemGraphStore(directory);
    for (const version of ['v1', 'v2'])
      await store.put('lore', { version, bytes: new TextEncoder().encode(`graph ${version}`) }, live);
  },
  async read(directory) {
    const store = new FilesystemGraphStore(directory);
    const bytes = await Promise.all(['v1', 'v2'].map((version) => store.read('lore', version, live)));
    return {
      current: await store.currentVersion('lore', live),
      bytes: bytes.map((one) => one && new TextDecoder().decode(one)),
    };
  },
});

describeInDirectory('blobs', {
  async write(directory) {
    const store = new FilesystemBlobStore(directory);
    for (const kind of BLOB_KINDS) await store.put({ collection: 'Lore', kind, name: 'd1-A' }, Buffer.from(kind), live);
  },
  async read(directory) {
    const store = new FilesystemBlobStore(directory);
    // Older revisions have fewer kinds.
    const read = BLOB_KINDS.map((kind) => store.get({ collection: 'Lore', kind, name: 'd1-A' }, live));
    return (await Promise.all(read)).filter((bytes) => bytes !== null).map(String);
  },
});

describeInDirectory('deletions', {
  async write(directory) {
    const log = new FilesystemDeletionLog(directory, clock);
    await log.append({ collection: 'lore', documents: ['light', 'oars'], at: AT, jobId: 'job-1' }, live);
    await log.append({ collection: 'lore', documents: ['sails'], at: AT, jobId: null }, live);
    await new FilesystemDeletionCursor(directory).write('1', live);
  },
  async read(directory) {
    return {
      deletions: await new FilesystemDeletionLog(directory, clock).after(null, 9, live),
      seen: await new FilesystemDeletionCursor(directory).read(live),
    };
  },
});

describeInDirectory(
  'sessions',
  {
    write: (directory) =>
      filesystemAnswerStores(directory).sessions.append(
        's-1',
        [
          messageOf('Who keeps\nthe lamp?'),
          messageOf('Mara. 🕯️', {
            role: 'assistant',
            metadata: {
              ...{ tools_used: ['search'], confidence: 0.9, validated: true, documents: ['light'] },
              answer_id: 'answer_1',
            },
          }),
          messageOf('', { role: 'assistant', metadata: { redacted: REDACTION } }),
        ],
        live,
      ),
    read: (directory) => filesystemAnswerStores(directory).sessions.recent('s-1', 9, live),
  },
  { message: SessionMessage },
);

describeInDirectory(
  'insights',
  {
    async write(directory) {
      const store = new FilesystemInsightStore(directory);
      await store.save(keptInsightOf('insight_1'), live);
      await store.save(keptInsightOf('insight_2', {}, { sessionId: null, domain: null }), live);
      await store.countUse(['insight_1'], AT, live);
    },
    async read(directory) {
      const store = new FilesystemInsightStore(directory);
      return [await store.ofDomain('lore', 9, live), await store.ofDomain(null, 9, live)];
    },
  },
  { event: InsightEvent },
);

describeInDirectory(
  'answers',
  {
    async write(directory) {
      const cost = { amount: 0.006, currency: 'USD', unpriced: ['c/d'] };
      const answers = new FilesystemAnswerRecordStore(directory);
      const assigned = { experiment: 'fusion-1', variant: 'rrf' };
      const known = { sessionId: 's-1', principal: 'desk', tokens: [MODEL], cost };
      await answers.save(answerRecordOf('answer_1', { ...known, assigned }), live);
      await answers.save(answerRecordOf('answer_2', { ...known, redacted: REDACTION, flight: null }), live);
      const cut = { prompts: 1, calls: 2, events: 3, result: true };
      const error = { code: 'UNAVAILABLE' as const, message: 'Nobody answers.', details: { arm: 'retriever' } };
      const flight = flightRecordOf({ cut, error, result: null });
      await answers.save(answerRecordOf('answer_3', { kind: 'agent', status: 'failed', flight }), live);
      await filesystemAnswerStores(directory).costs.append(costEntryOf('answer_1', known), live);
    },
    async read(directory) {
      const answers = new FilesystemAnswerRecordStore(directory);
      const costs: unknown[] = [];
      for await (const entry of filesystemAnswerStores(directory).costs.between({}, live)) costs.push(entry);
      return {
        records: await Promise.all(['answer_1', 'answer_2', 'answer_3'].map((id) => answers.get(id, live))),
        summaries: await answers.list({ limit: 9 }, live),
        costs,
      };
    },
  },
  { record: AnswerRecord },
);

describeInDirectory(
  'feedback',
  {
    async write(directory) {
      const store = filesystemAnswerStores(directory).feedback;
      await store.append(feedbackOf('Mara keeps the lamp.', { comment: 'Yes.' }), live);
      await store.append(feedbackOf('Oars float.', { supported: false }), live);
    },
    read: (directory) => filesystemAnswerStores(directory).feedback.ofDomain('lore', 9, live),
  },
  { feedback: Feedback },
);

describeInDirectory(
  'answer-events',
  {
    async write(directory) {
      const { status: _status, ...base } = answerEventOf('answer_1') as Extract<AnswerEvent, { kind: 'given' }>;
      await filesystemAnswerStores(directory).events.append(
        [
          answerEventOf('answer_1'),
          { ...base, kind: 'rated', score: 0.5 },
          { ...base, kind: 'copied', assigned: null, unit: null },
          { ...base, kind: 'retried', retryId: 'answer_2', editDistance: 0.125 },
        ],
        live,
      );
    },
    async read(directory) {
      const events: AnswerEvent[] = [];
      for await (const event of filesystemAnswerStores(directory).events.read(live)) events.push(event);
      return events;
    },
  },
  { event: AnswerEvent },
);

describeFrozenFormat('calibrations', {
  home: new URL('calibrations/', import.meta.url),
  schemas: { calibration: SupportCalibration },
  write: (path) => new FilesystemCalibrationStore({ path, writable: true }).put(calibrationOf('Lore'), live),
  read: (path) => new FilesystemCalibrationStore({ path, writable: false }).get('Lore', live),
});
