import { GitRepositoryLoader } from '@arbiter/adapters-git';
import { FeedLoader, HostGuard, PageFetcher, SiteLoader, UrlLoader } from '@arbiter/adapters-web';
import { type SkippedItem, SYSTEM_CLOCK } from '@arbiter/ports';
import { InMemoryBlobStore, type InMemoryFile, InMemorySourceReader } from '@arbiter/ports/testing';
import { InlineLoader, PathLoader } from '../src/load/open-loaders.js';
import { UploadLoader } from '../src/load/upload-loader.js';
import { Uploads } from '../src/uploads/uploads.js';
import type { SourceLoaders } from '../src/load/source-loaders.js';

export interface TestFolders {
  /** What a walk of a folder leaves out. */
  readonly skipped?: ReadonlyMap<string, readonly SkippedItem[]>;
  /** Folders that stay when all files have gone. */
  readonly emptied?: readonly string[];
}

/** The loaders of a worker. Paths lead to files in memory, and the only private host is this machine. */
export function testLoaders(
  files: Map<string, InMemoryFile>,
  { skipped, emptied }: TestFolders = {},
  uploads = new Uploads(new InMemoryBlobStore(), SYSTEM_CLOCK),
): SourceLoaders {
  const guard = new HostGuard(['127.0.0.1']);
  const fetcher = new PageFetcher({ guard, maxBytes: 1_000_000, timeoutMs: 60_000 });
  return {
    path: new PathLoader(new InMemorySourceReader(files, skipped, emptied), { assertPath: () => Promise.resolve() }),
    inline: new InlineLoader(),
    upload: new UploadLoader(uploads, 1_000_000),
    url: new UrlLoader(fetcher),
    feed: new FeedLoader(fetcher),
    site: new SiteLoader({ fetcher, pauseMs: 0, maxBytes: 10_000_000 }),
    git: new GitRepositoryLoader({
      resolveHost: (host, signal) => guard.addressesOf(host, signal),
      searchPath: process.env.PATH ?? '',
      maxFileBytes: 1_000_000,
      maxRepositoryBytes: 10_000_000,
      timeoutMs: 60_000,
    }),
  };
}
