import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError, type IngestionJob } from '@arbiter/contracts';
import type { ArchiveReader, DocumentStore, LoadContext, SourceCursors } from '@arbiter/ports';
import { documentIdOf, PIPELINE_VERSION } from '../library/document-identity.js';
import type { ParserRegistry } from '../parse/parser-registry.js';
import { expandArchives } from './expand-archives.js';
import { type ListedSources, type Listing, listSources, placeWithin } from './list-sources.js';
import { recogniseExports } from './recognise-exports.js';
import { restrictItems, versionWithin } from './restrict-items.js';
import { documentOriginOf, listItems, type LoadLimits, originOf, type SourceLoaders } from './source-loaders.js';
import { SourcePositions } from './source-positions.js';

/** A stopped program may still write while its folder is removed. */
const REMOVAL_RETRIES = 5;

interface ListerPorts {
  readonly loaders: SourceLoaders;
  readonly archives: ArchiveReader;
  readonly limits: LoadLimits;
  readonly parsers: ParserRegistry;
  readonly documents: DocumentStore;
  readonly catalog: SourceCursors;
  /** Folder of fetched files while a job runs. */
  readonly scratch: string;
}

/** The documents of a job, readable until they are closed. */
export interface OpenDocuments extends ListedSources {
  /** Call it once everything is stored without a failure. Sources that have not moved are then not listed the next time. */
  keepPositions(signal: AbortSignal): Promise<void>;
  /** Removes fetched files. */
  close(): Promise<void>;
}

/** Lists the sources of a job, whatever their kinds. */
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
      extensionOf: (mediaType) => parsers.extensionOf(mediaType) ?? archives.extensionOf(mediaType),
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
      placeOf: (source, document) => placeWithin(source, documentOriginOf(source, loaders), { collection, document }),
      track: (tracked) => positions.track(tracked, signal),
      list: (source, { selection, cursor }) => {
        const versionAt = versionWithin(source, (location, within) => context.versionAt(location, within));
        const own = { ...context, cursor, versionAt, isExcluded: (name: string) => selection.excludes(name) };
        const listed = listItems(source, loaders, own, signal);
        const items = recogniseExports(expandArchives(listed, { archives, limits, context: own }, signal));
        return restrictItems(items, source);
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

/** Private folders for fetched files, removed together. */
class ScratchFolders {
  private readonly folders: string[] = [];

  /** @param root parent of the folders; created with the first one */
  constructor(private readonly root: string) {}

  /** @throws ArbiterError UNAVAILABLE when none can be created, as on a full disk */
  async create(): Promise<string> {
    try {
      await mkdir(this.root, { recursive: true, mode: 0o700 });
      // Only the owner can read it (mkdtemp(3)): fetched files may be confidential.
      const folder = await mkdtemp(join(this.root, 'load-'));
      this.folders.push(folder);
      return folder;
    } catch (cause) {
      throw new ArbiterError('UNAVAILABLE', 'A folder for the fetched files cannot be made. Is the disk full?', {
        cause,
      });
    }
  }

  async remove(): Promise<void> {
    for (const folder of this.folders.splice(0))
      await rm(folder, { recursive: true, force: true, maxRetries: REMOVAL_RETRIES });
  }
}
