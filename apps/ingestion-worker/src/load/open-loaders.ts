import { rm } from 'node:fs/promises';
import { FilesystemSourceReader, type DataDirectory } from '@arbiter/adapters-filesystem';
import type { IngestionWorkerConfig } from '../ingestion-worker.config.js';
import { InlineLoader } from './inline.loader.js';
import { PathLoader } from './path.loader.js';
import type { SourceLoaders } from './source-loaders.js';

const MIB = 1_024 * 1_024;

export interface OpenLoaders {
  readonly loaders: SourceLoaders;
  /** A folder for what is fetched while a job runs. */
  readonly scratch: string;
}

/** The loaders of this worker, and room for what they fetch in its data directory. */
export async function openLoaders(
  { maxFileMib }: Pick<IngestionWorkerConfig, 'maxFileMib'>,
  directory: DataDirectory,
): Promise<OpenLoaders> {
  const scratch = directory.resolve('scratch');
  // What a process that was killed had fetched.
  await rm(scratch, { recursive: true, force: true });
  const reader = new FilesystemSourceReader({ maxFileBytes: maxFileMib * MIB, exclude: [directory.path] });
  return { loaders: { path: new PathLoader(reader), inline: new InlineLoader() }, scratch };
}
