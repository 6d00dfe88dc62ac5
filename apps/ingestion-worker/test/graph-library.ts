import { ChangelogEntry } from '@arbiter/contracts';
import {
  InMemoryChangelogStore,
  InMemoryDocumentStore,
  InMemoryGraphCorrectionStore,
  InMemoryGraphStore,
} from '@arbiter/ports/testing';
import { type Clock, SYSTEM_CLOCK } from '@arbiter/ports';
import { decodeSnapshot, type GraphSnapshot } from '@arbiter/knowledge-graph';
import { gunzipSync } from 'node:zlib';
import { GraphBuilder } from '../src/graph/graph-builder.js';
import type { ModelReader } from '../src/graph/model/extraction-run.js';

const { signal } = new AbortController();

/** A collection `works` without a worker around it: the stores, their graph builder, and what it logged. */
export class GraphLibrary {
  readonly documents = new InMemoryDocumentStore();
  readonly graphs = new InMemoryGraphStore();
  readonly changelogs = new InMemoryChangelogStore();
  readonly corrections = new InMemoryGraphCorrectionStore();
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

  builder(): GraphBuilder {
    return new GraphBuilder(this);
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

  version(): Promise<string | null> {
    return this.graphs.currentVersion('works', signal);
  }

  async snapshot(): Promise<GraphSnapshot> {
    const bytes = await this.graphs.read('works', (await this.version()) ?? '', signal);
    return decodeSnapshot(bytes ?? new Uint8Array(), gunzipSync);
  }
}
