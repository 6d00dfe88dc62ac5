import { gzipSync } from 'node:zlib';
import { ChangelogEntry, GraphSchema } from '@arbiter/contracts';
import { buildSnapshot, encodeSnapshot, type GraphDocument } from '@arbiter/knowledge-graph';
import type { Chunk } from '@arbiter/ports';
import { WorldReader } from '../src/world/world-reader.js';
import { SessionCompactor } from '../src/world/session-compactor.js';
import { StateSearch } from '../src/world/state-search.js';
import { type Library, libraryOf, searchServiceOf } from './coast.library.js';

const { signal } = new AbortController();
const CHUNK_LENGTH = 1_500;
const SCHEMA = GraphSchema.parse({ entityTypes: ['person', 'place', 'organisation', 'machine'] });

export interface WorldLibrary extends Library {
  readonly worlds: WorldReader;
  readonly search: StateSearch;
  readonly compactor: SessionCompactor;
  /** Records an entry. */
  change(session: number, entry: Partial<ChangelogEntry>): Promise<void>;
}

export interface WorldTexts {
  /** By path: its folder tells the type of the thing that the document is about. */
  readonly documents: Readonly<Record<string, string>>;
  /** By number. */
  readonly sessions?: Readonly<Record<number, string>>;
}

/** A collection with its documents, their chunks and the knowledge graph of them, as the ingestion worker would have written them. */
export async function worldLibraryOf(
  collection: string,
  { documents, sessions = {} }: WorldTexts,
  /** Of the sessions, in tokens. */
  budget?: number,
): Promise<WorldLibrary> {
  const all = [
    ...Object.entries(documents).map(([source, text]) => ({ source, text, session: null })),
    ...Object.entries(sessions).map(([session, text]) => ({
      source: `session-${session}.md`,
      text,
      session: Number(session),
    })),
  ];
  const chunks = all.flatMap(({ source, text, session }) =>
    partsOf(text).map(({ start, end }, ordinal): Chunk => ({
      ...{ id: `${source}:${start}`, documentId: source, ordinal, text: text.slice(start, end), start, end },
      ...{ title: titleOf(source), source, section: [], page: null, metadata: session === null ? {} : { session } },
    })),
  );
  const library = await libraryOf({ [collection]: chunks });
  for (const { source, text, session } of all)
    await library.documents.put(
      {
        ...{ id: source, collection, origin: 'test', source, title: titleOf(source), mediaType: 'text/markdown' },
        ...{ contentHash: source, pipelineVersion: 1, length: text.length, chunks: 1, sections: [], pages: [] },
        ...{ metadata: session === null ? {} : { session }, updatedAt: '2026-01-01T00:00:00.000Z' },
      },
      text,
      signal,
    );
  const snapshot = buildSnapshot(all.map(graphDocument), { collection, schema: SCHEMA, version: 'v1' });
  await library.graphs.put(collection, { version: 'v1', bytes: encodeSnapshot(snapshot, gzipSync) }, signal);
  const worlds = new WorldReader(library);
  const compactor = new SessionCompactor(library.documents, budget);
  return {
    ...library,
    worlds,
    search: new StateSearch({ ...library, worlds, search: searchServiceOf(library), compactor }),
    compactor,
    async change(session, entry) {
      const after = await library.changelogs.lastId(collection, signal);
      const parsed = ChangelogEntry.parse({ session_id: session, ...entry });
      const event = { id: after + 1, recordedAt: 0, kind: 'entry' as const, entry: parsed };
      await library.changelogs.append(collection, [event], { after }, signal);
    },
  };
}

/** Paragraphs together, up to the length of a chunk. */
function partsOf(text: string): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = [];
  let start = 0;
  for (const { index } of text.matchAll(/\n\n/gu)) {
    if (index - start < CHUNK_LENGTH) continue;
    parts.push({ start, end: index });
    start = index + 2;
  }
  return [...parts, { start, end: text.length }];
}

function graphDocument({
  source,
  text,
  session,
}: {
  source: string;
  text: string;
  session: number | null;
}): GraphDocument {
  return {
    ...{ id: source, source, title: titleOf(source), text, contentHash: source, session, sections: [], metadata: {} },
    blocks: [...text.matchAll(/[^\n]+/gu)].map(({ index, 0: line }) => ({
      kind: /^[^.]+: [^;]+;/u.test(line) ? ('table_row' as const) : ('paragraph' as const),
      start: index,
      end: index + line.length,
    })),
  };
}

/** "Salt Board" for "organisation/salt-board.md". */
function titleOf(source: string): string {
  const [name = ''] = source.split('/').at(-1)?.split('.') ?? [];
  return name.replace(/(?:^|-)(\w)/gu, (_, letter: string) => ` ${letter.toUpperCase()}`).trim();
}
