import type { IngestionJob } from '@arbiter/contracts';
import type { ArchiveReader, DocumentStore, LoadContext, SourceCursors } from '@arbiter/ports';
import type { ParserRegistry } from '../parse/parser-registry.js';
import { documentIdOf } from '../pipeline/document-identity.js';
import { PIPELINE_VERSION } from '../pipeline/prepare-document.js';
import { recogniseExports } from './exports/recognise-exports.js';
import { expandArchives } from './expand-archives.js';
import { listSources, type Listing, type ListedSources } from './list-sources.js';
import { ScratchFolders } from './scratch-folders.js';
import type { LoadLimits } from './load-limits.js';
import { documentOriginOf, listItems, originOf, type SourceLoaders } from './source-loaders.js';
import { SourcePositions } from './source-positions.js';

export interface ListerPorts {
  readonly loaders: SourceLoaders;
  readonly archives: ArchiveReader;
  readonly limits: LoadLimits;
  readonly parsers: ParserRegistry;
  readonly documents: DocumentStore;
  readonly catalog: SourceCursors;
  /** Where fetched files lie while a job runs. */
  readonly scratch: string;
}

/** The documents of a job, which can be read until they are closed. */
export interface OpenDocuments extends ListedSources {
  /** To be called once all of it is stored, without a failure: what has not moved need not be listed the next time. */
  keepPositions(signal: AbortSignal): Promise<void>;
  /** Removes what was fetched. */
  close(): Promise<void>;
}

/** Lists what a job is to read, whatever kinds of sources it names. */
export class DocumentLister {
  constructor(private readonly ports: ListerPorts) {}

  /** @throws ArbiterError as `listSources` does */
  async list(
    { collection, sources }: Pick<IngestionJob, 'collection' | 'sources'>,
    signal: AbortSignal,
  ): Promise<OpenDocuments> {
    const { loaders, archives, limits, parsers, documents, catalog } = this.ports;
    const positions = new SourcePositions(collection, { cursors: catalog, documents, parsers });
    const scratch = new ScratchFolders(this.ports.scratch);
    const context: Omit<LoadContext, 'isExcluded' | 'cursor'> = {
      isReadable: (name) => parsers.parserOf(name) !== undefined,
      async versionAt(location, within) {
        const stored = await documents.get(documentIdOf(collection, location), within);
        return stored?.pipelineVersion === PIPELINE_VERSION ? (stored.version ?? null) : null;
      },
      scratch: () => scratch.create(),
    };
    const listing: Listing = {
      isReadable: (name) => context.isReadable(name),
      originOf: (source) => originOf(source, loaders),
      documentOriginOf: (source) => documentOriginOf(source, loaders),
      track: (tracked) => positions.track(tracked, signal),
      list: (source, { selection, cursor }) => {
        const own = { ...context, cursor, isExcluded: (name: string) => selection.excludes(name) };
        const listed = listItems(source, loaders, own, signal);
        return recogniseExports(expandArchives(listed, { archives, limits, context: own }, signal));
      },
    };
    const close = (): Promise<void> => scratch.remove();
    try {
      const listed = await listSources(sources, listing, signal);
      const keepPositions = (within: AbortSignal): Promise<void> => {
        const reached = listed.reached.map(({ items, ...tracked }) => ({
          ...tracked,
          documentIds: new Set(items.map(({ location }) => documentIdOf(collection, location))),
        }));
        return positions.keep(reached, within);
      };
      return { ...listed, keepPositions, close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}
