import { rm } from 'node:fs/promises';
import { FilesystemSourceReader, type DataDirectory } from '@arbiter/adapters-filesystem';
import type { IngestionWorkerConfig } from '../ingestion-worker.config.js';
import { InlineLoader } from './inline.loader.js';
import { PathLoader } from './path.loader.js';
import { ReadablePaths } from './readable-paths.js';
import type { ArchiveReader } from '@arbiter/ports';
import { FileArchiveReader } from '@arbiter/adapters-archives';
import { GitRepositoryLoader } from '@arbiter/adapters-git';
import { FeedLoader, HostGuard, PageFetcher, SiteLoader, UrlLoader } from '@arbiter/adapters-web';
import type { LoadLimits } from './load-limits.js';
import type { SourceLoaders } from './source-loaders.js';

const MIB = 1_024 * 1_024;
/** What one page of a site may take, in milliseconds: there are hundreds of them. */
const SITE_PAGE_TIMEOUT_MS = 60_000;

export type LoaderSettings = Pick<
  IngestionWorkerConfig,
  'maxFileMib' | 'maxArchiveMib' | 'privateHosts' | 'fetchTimeoutSeconds' | 'crawlPauseMs' | 'searchPath'
>;

export interface OpenLoaders {
  readonly loaders: SourceLoaders;
  readonly paths: ReadablePaths;
  /** A folder for what is fetched while a job runs. */
  readonly scratch: string;
  readonly archives: ArchiveReader;
  readonly limits: LoadLimits;
  close(): Promise<void>;
}

/**
 * The loaders of this worker, and room for what they fetch in its data directory.
 *
 * @param roots as of ReadablePaths
 */
export async function openLoaders(
  config: LoaderSettings,
  directory: DataDirectory,
  roots: readonly string[] | null,
): Promise<OpenLoaders> {
  const paths = new ReadablePaths({ roots, refused: [directory.path] });
  const scratch = directory.resolve('scratch');
  // What a process that was killed had fetched.
  await rm(scratch, { recursive: true, force: true });
  const limits = { fileBytes: config.maxFileMib * MIB, archiveBytes: config.maxArchiveMib * MIB };
  const guard = new HostGuard(config.privateHosts);
  const reader = new FilesystemSourceReader({ maxFileBytes: limits.fileBytes, exclude: [directory.path] });
  const timeoutMs = config.fetchTimeoutSeconds * 1_000;
  const fetcher = new PageFetcher({ guard, maxBytes: limits.fileBytes, timeoutMs });
  const siteFetcher = new PageFetcher({
    guard,
    maxBytes: limits.fileBytes,
    timeoutMs: Math.min(timeoutMs, SITE_PAGE_TIMEOUT_MS),
  });
  return {
    loaders: {
      path: new PathLoader(reader, paths),
      inline: new InlineLoader(),
      git: checked(
        new GitRepositoryLoader({
          resolveHost: (host, signal) => guard.addressesOf(host, signal),
          searchPath: config.searchPath,
          maxFileBytes: limits.fileBytes,
          maxRepositoryBytes: limits.archiveBytes,
          timeoutMs,
        }),
        paths,
      ),
      url: new UrlLoader(fetcher),
      feed: new FeedLoader(siteFetcher),
      site: new SiteLoader({ fetcher: siteFetcher, pauseMs: config.crawlPauseMs, maxBytes: limits.archiveBytes }),
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

/** A repository of this machine is a path like any other, also by the time it is read. */
function checked(loader: SourceLoaders['git'], paths: ReadablePaths): SourceLoaders['git'] {
  return {
    originOf: (source) => loader.originOf(source),
    async *list(source, context, signal) {
      await paths.assertReadable([source]);
      yield* loader.list(source, context, signal);
    },
  };
}
