import { rm } from 'node:fs/promises';
import { FileArchiveReader } from '@arbiter/adapters-archives';
import { type DataDirectory, FilesystemSourceReader } from '@arbiter/adapters-filesystem';
import { GitRepositoryLoader } from '@arbiter/adapters-git';
import { FeedLoader, HostGuard, PageFetcher, SiteLoader, UrlLoader } from '@arbiter/adapters-web';
import type { IngestionSource } from '@arbiter/contracts';
import type { ArchiveReader, FoundItem, LoadContext, SourceLoader, SourceReader } from '@arbiter/ports';
import type { IngestionWorkerConfig } from '../ingestion-worker.config.js';
import type { Uploads } from '../uploads/uploads.js';
import { ReadablePaths } from './readable-paths.js';
import type { LoadLimits, SourceLoaders } from './source-loaders.js';
import { sentAlong, UploadLoader } from './upload-loader.js';

const MIB = 1_024 * 1_024;
/** Time limit for one page of a site, in milliseconds: a site has hundreds of them. */
const SITE_PAGE_TIMEOUT_MS = 60_000;

/** One page, file or repository: enough for a few hundred MiB over a slow line, in milliseconds. */
const FETCH_TIMEOUT_MS = 600_000;
/** Between two requests to one host, in milliseconds: four pages a second load it less than one reader's browser does. */
const CRAWL_PAUSE_MS = 250;

/** Origin of documents that the request contains. */
const INLINE_ORIGIN = 'inline:';

/** Of the largest file: a gigabyte where that is 64 MiB. Wikipedia's articles about one field take a few hundred MiB. */
const FILES_OF_ARCHIVE = 16;

export type LoaderSettings = Pick<IngestionWorkerConfig, 'maxFileMib' | 'privateHosts' | 'searchPath'>;

export interface OpenLoaders {
  readonly loaders: SourceLoaders;
  readonly paths: ReadablePaths;
  /** Folder for fetched files while a job runs. */
  readonly scratch: string;
  readonly archives: ArchiveReader;
  readonly limits: LoadLimits;
  close(): Promise<void>;
}

/**
 * The loaders of this worker, with space for fetched files in its data directory.
 *
 * @param roots as in ReadablePaths
 */
export async function openLoaders(
  config: LoaderSettings,
  directory: DataDirectory,
  { roots, uploads }: { readonly roots: readonly string[] | null; readonly uploads: Uploads },
): Promise<OpenLoaders> {
  const paths = new ReadablePaths({ roots, refused: [directory.path] });
  const scratch = directory.resolve('scratch');
  // Files fetched by a process that was killed.
  await rm(scratch, { recursive: true, force: true });
  const fileBytes = config.maxFileMib * MIB;
  const limits = { fileBytes, archiveBytes: FILES_OF_ARCHIVE * fileBytes };
  const guard = new HostGuard(config.privateHosts);
  const reader = new FilesystemSourceReader({ maxFileBytes: limits.fileBytes, exclude: [directory.path] });
  const fetcher = new PageFetcher({ guard, maxBytes: limits.fileBytes, timeoutMs: FETCH_TIMEOUT_MS });
  const siteFetcher = new PageFetcher({
    guard,
    maxBytes: limits.fileBytes,
    timeoutMs: SITE_PAGE_TIMEOUT_MS,
  });
  return {
    loaders: {
      path: new PathLoader(reader, paths),
      inline: new InlineLoader(),
      upload: new UploadLoader(uploads, limits.fileBytes),
      git: checked(
        new GitRepositoryLoader({
          resolveHost: (host, signal) => guard.addressesOf(host, signal),
          searchPath: config.searchPath,
          maxFileBytes: limits.fileBytes,
          maxRepositoryBytes: limits.archiveBytes,
          timeoutMs: FETCH_TIMEOUT_MS,
        }),
        paths,
      ),
      url: new UrlLoader(fetcher),
      feed: new FeedLoader(siteFetcher),
      site: new SiteLoader({ fetcher: siteFetcher, pauseMs: CRAWL_PAUSE_MS, maxBytes: limits.archiveBytes }),
    },
    paths,
    scratch,
    archives: new FileArchiveReader(),
    limits,
    async close() {
      await Promise.all([fetcher.close(), siteFetcher.close()]);
    },
  };
}

/** A local repository is checked like any path, also when it is read. */
function checked(loader: SourceLoaders['git'], paths: ReadablePaths): SourceLoaders['git'] {
  return {
    originOf: (source) => loader.originOf(source),
    async *list(source, context, signal) {
      await paths.assertReadable([source]);
      yield* loader.list(source, context, signal);
    },
  };
}

type PathSource = Extract<IngestionSource, { kind: 'path' }>;

/** Local files and folders. */
export class PathLoader implements SourceLoader<PathSource> {
  constructor(
    private readonly reader: SourceReader,
    private readonly paths: Pick<ReadablePaths, 'assertPath'>,
  ) {}

  originOf({ path }: PathSource): string {
    return this.reader.originOf(path);
  }

  /** Checks again on reading: a link may have replaced the path since the job was submitted. */
  async *list({ path }: PathSource, _context: LoadContext, signal: AbortSignal): AsyncIterable<FoundItem> {
    await this.paths.assertPath(path);
    yield* this.reader.walk(path, signal);
  }
}

type InlineSource = Extract<IngestionSource, { kind: 'inline' }>;

/** Documents in the request itself. Sending others deletes none of them. */
export class InlineLoader implements SourceLoader<InlineSource> {
  originOf(): null {
    return null;
  }

  async *list(source: InlineSource): AsyncIterable<FoundItem> {
    const bytes = Buffer.from(source.content, source.encoding);
    yield await Promise.resolve(sentAlong(INLINE_ORIGIN, source, bytes.length, () => Promise.resolve(bytes)));
  }
}
