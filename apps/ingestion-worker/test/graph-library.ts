import { MarkdownParser } from '@arbiter/adapters-markdown';
import { ChangelogEntry, type GraphCorrection } from '@arbiter/contracts';
import {
  InMemoryChangelogStore,
  InMemoryDocumentStore,
  InMemoryExtractionStore,
  InMemoryGraphCorrectionStore,
  InMemoryGraphStore,
} from '@arbiter/ports/testing';
import { type DocumentExtractor, RULES_EXTRACTOR } from '@arbiter/extraction';
import { type Clock, SYSTEM_CLOCK } from '@arbiter/ports';
import { CorrectionLog, decodeSnapshot, type GraphSnapshot } from '@arbiter/knowledge-graph';
import { gunzipSync } from 'node:zlib';
import type { ModelReader } from '../src/graph/model/extraction-run.js';
import { sha256 } from '../src/library/sha256.js';
import { GraphBuilder, type GraphBuilderPorts } from '../src/graph/graph-builder.js';
import { encodeBlocks } from '../src/pipeline/cut-document.js';

const { signal } = new AbortController();

/** A collection `works` without a worker around it: the stores, their graph builder, and what it logged. */
export class GraphLibrary {
  readonly documents = new InMemoryDocumentStore();
  readonly graphs = new InMemoryGraphStore();
  readonly extractions = new InMemoryExtractionStore();
  readonly changelogs = new InMemoryChangelogStore();
  readonly corrections = new InMemoryGraphCorrectionStore();
  /** Paths of the documents that were extracted, in their order. */
  readonly extracted: string[] = [];
  readonly extractor: DocumentExtractor = {
    ...RULES_EXTRACTOR,
    extract: (document, ...more) => {
      this.extracted.push(document.id);
      return RULES_EXTRACTOR.extract(document, ...more);
    },
  };
  clock: Pick<Clock, 'monotonic'> = SYSTEM_CLOCK;
  reader: ModelReader | null = null;
  readonly warnings: string[] = [];
  readonly warnedFields: object[] = [];
  readonly log = {
    warn: (fields: object, message: string): void => {
      this.warnings.push(message);
      this.warnedFields.push(fields);
    },
  };

  /** @param others in place of its own */
  builder(others: Partial<GraphBuilderPorts> = {}): GraphBuilder {
    const { documents, graphs, extractions, changelogs, corrections, extractor, reader, clock, log } = this;
    const stores = { documents, graphs, extractions, changelogs, corrections };
    return new GraphBuilder({ ...stores, extractor, reader, clock, log, ...others });
  }

  /** @param path its folder tells the type of the thing that the document is about */
  async put(path: string, title: string, text: string, metadata: Record<string, string | number> = {}): Promise<void> {
    await this.documents.put(
      {
        ...{ id: path, collection: 'works', origin: '/works', source: path, title, mediaType: 'text/markdown' },
        ...{ contentHash: text, pipelineVersion: 1, length: text.length, chunks: 1, sections: [], pages: [] },
        ...{ metadata, updatedAt: '2026-01-01T00:00:00.000Z' },
      },
      text,
      signal,
    );
  }

  /** A document of Markdown, as the worker stores it. @param path its number is the session that a path "sessions/…" records */
  async putMarkdown(path: string, markdown: string): Promise<void> {
    const { text, title, sections, blocks, metadata } = await new MarkdownParser().parse({
      ...{ bytes: new TextEncoder().encode(markdown), name: path, signal },
    });
    const session = path.startsWith('sessions/') ? { session: Number(/\d+/.exec(path)?.[0]) } : {};
    await this.documents.put(
      {
        ...{ id: path, collection: 'works', origin: '/works', source: path, title, mediaType: 'text/markdown' },
        ...{ contentHash: sha256(markdown), pipelineVersion: 1, length: text.length, chunks: 1, sections, pages: [] },
        ...{ layout: { blocks: encodeBlocks(blocks) }, metadata: { ...metadata, ...session } },
        updatedAt: '2026-01-01T00:00:00.000Z',
      },
      text,
      signal,
    );
  }

  /** A works of four things: a pump house, its pump, its keeper and a tower that the pump supplies. */
  async putWorks(): Promise<void> {
    await this.put('place/pump-house.md', 'Pump House', 'The Pump House is a brick hall. It is kept by Ines Moor.');
    await this.put('machine/pump-2.md', 'Pump 2', 'Pump 2 is a centrifugal pump. It is located in the Pump House.');
    await this.put('person/ines-moor.md', 'Ines Moor', 'Ines Moor is a shift leader.');
    await this.put('place/west-tower.md', 'West Tower', 'The West Tower is a tank. It is supplied by Pump 2.');
  }

  async change(session: number, entity_id: string, status: string): Promise<void> {
    const after = await this.changelogs.lastId('works', signal);
    const entry = ChangelogEntry.parse({ session_id: session, entity_updates: [{ entity_id, status }] });
    await this.changelogs.append('works', [{ id: after + 1, recordedAt: 0, kind: 'entry', entry }], { after }, signal);
  }

  async correct(correction: GraphCorrection): Promise<void> {
    const log = CorrectionLog.from(await this.corrections.read('works', {}, signal));
    const after = log.events.length;
    const { events } = log.append([correction], { by: 'Ann', reason: 'a test', recordedAt: 0 });
    await this.corrections.append('works', events.slice(after), { after }, signal);
  }

  version(): Promise<string | null> {
    return this.graphs.currentVersion('works', signal);
  }

  async snapshot(): Promise<GraphSnapshot> {
    const bytes = await this.graphs.read('works', (await this.version()) ?? '', signal);
    return decodeSnapshot(bytes ?? new Uint8Array(), gunzipSync);
  }
}
