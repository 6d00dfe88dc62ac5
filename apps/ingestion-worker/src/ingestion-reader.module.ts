import { resolve } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { openDataDirectory } from '@arbiter/adapters-filesystem';
import { openJobReader, type JobQueueSettings } from '@arbiter/backends';
import { SYSTEM_CLOCK, type JobReader } from '@arbiter/ports';
import type { IngestionWorkerConfig } from './ingestion-worker.config.js';
import { JOB_READER } from './ingestion-worker.tokens.js';
import { JobReadingController } from './jobs/job-reading.controller.js';

/** What can be told of ingestion where none takes place: a library that is open for reading only. */
@Module({})
export class IngestionReaderModule {
  static register(jobs: JobReader): DynamicModule {
    return {
      module: IngestionReaderModule,
      controllers: [JobReadingController],
      providers: [{ provide: JOB_READER, useValue: jobs }],
    };
  }
}

/** Opens the list of jobs beside whoever works on them. */
export async function bindJobReader(
  config: Pick<IngestionWorkerConfig, 'dataDir' | 'natsUrl'> & JobQueueSettings,
  cwd: string,
): Promise<{ readonly jobs: JobReader; close(): Promise<void> }> {
  const directory = await openDataDirectory({ path: resolve(cwd, config.dataDir), mode: 'read', clock: SYSTEM_CLOCK });
  return openJobReader(config, { directory, clock: SYSTEM_CLOCK });
}
