import { extname } from 'node:path/posix';
import {
  indexNameOf,
  timestampOf,
  type Clock,
  type CollectionCatalog,
  type DocumentStore,
  type EntityStore,
  type SourceItem,
  type VectorIndex,
} from '@arbiter/ports';
import { chunksOf } from './chunks-of.js';
import { chunkIdOf } from './document-identity.js';
import { PIPELINE_VERSION, type PreparedDocument } from './prepare-document.js';
import type { PriorDocument } from './prior-documents.js';
import { titleFromName } from './title-from-name.js';

export interface AdoptPorts {
  readonly catalog: Pick<CollectionCatalog, 'get'>;
  readonly documents: DocumentStore;
  readonly entities: EntityStore;
  readonly vectorIndex: VectorIndex;
  readonly clock: Clock;
}

export interface AdoptTask {
  /** The id of the document at its new place. */
  readonly id: string;
  readonly item: SourceItem;
  /** Stored documents of the same bytes and description. */
  readonly candidates: Iterable<PriorDocument>;
  readonly isNew: boolean;
}

/**
 * A document whose bytes are known from another place: what was read and cut there holds here, so that a file that was moved
 * or copied is not parsed again, however long its format takes.
 *
 * @returns null where none can be taken over: another format or version, a title that came from the name, or no longer there
 */
export async function adoptDocument(
  { id, item, candidates, isNew }: AdoptTask,
  { catalog, documents, entities, vectorIndex, clock }: AdoptPorts,
  signal: AbortSignal,
): Promise<PreparedDocument | null> {
  for (const candidate of candidates) {
    if (candidate.pipelineVersion !== PIPELINE_VERSION || !readAlike(candidate.source, item.name ?? item.source))
      continue;
    const stored = await documents.get(candidate.id, signal);
    const text = await documents.text(candidate.id, signal);
    if (!stored || text === null || stored.contentHash !== candidate.contentHash) continue;
    if (isNamedAfterFile(stored.title, candidate.source) && titleFromName(item.source) !== stored.title) continue;
    const chunkIds = Array.from({ length: stored.chunks }, (_, ordinal) => chunkIdOf(stored.id, ordinal));
    const manifest = await catalog.get(stored.collection, signal);
    if (!manifest) continue;
    const held = await chunksOf(indexNameOf(manifest), chunkIds, vectorIndex, signal);
    // Not while it is being replaced: each was read at another moment.
    if (held.length !== stored.chunks || !held.every((chunk) => text.slice(chunk.start, chunk.end) === chunk.text))
      continue;
    const { origin, source, version } = item;
    return {
      document: { ...stored, id, origin, source, version, updatedAt: timestampOf(clock) },
      text,
      chunks: held.map((chunk) => ({ ...chunk, id: chunkIdOf(id, chunk.ordinal), documentId: id, source })),
      entities: await entities.ofDocument(stored.id, signal),
      isNew,
      warnings: [],
    };
  }
  return null;
}

/** Formats are known by their endings. */
function readAlike(source: string, other: string): boolean {
  return extname(source).toLowerCase() === extname(other).toLowerCase();
}

function isNamedAfterFile(title: string, source: string): boolean {
  return title === titleFromName(source);
}
