import { resolve } from 'node:path';
import { openDataDirectory } from '@arbiter/adapters-filesystem';
import { PdfiumRenderer } from '@arbiter/adapters-pdfium';
import {
  type LibrarySettings,
  openJobReader,
  openLayoutModel,
  openLibraryStores,
  type StoreSettings,
} from '@arbiter/backends';
import {
  type BlobStore,
  type ChangelogStore,
  type DocumentStore,
  type EntityStore,
  type GraphCorrectionStore,
  type GraphStore,
  type JobReader,
  SYSTEM_CLOCK,
} from '@arbiter/ports';
import { type DynamicModule, Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { LibraryAccess } from './access/library-access.js';
import { ChangelogReadingController } from './changelog/changelog.controller.js';
import { KnownEntities } from './changelog/known-entities.js';
import { CorrectionReadingController } from './corrections/corrections.controller.js';
import { DocumentReadingController } from './documents/document-reading.controller.js';
import { EntitiesController } from './entities/entities.controller.js';
import type { IngestionWorkerConfig } from './ingestion-worker.config.js';
import {
  BLOB_STORE,
  CHANGELOG_STORE,
  CORRECTION_STORE,
  DOCUMENT_STORE,
  ENTITY_STORE,
  JOB_READER,
} from './ingestion-worker.tokens.js';
import { SnapshotReader } from './graph/stored-graph.js';
import { JobReadingController } from './jobs/job-reading.controller.js';
import { PagePictures } from './pages/page-pictures.js';
import { PageRegions } from './pages/page-regions.js';
import { PagesController } from './pages/pages.controller.js';

export interface IngestionReaderPorts {
  readonly jobs: JobReader;
  readonly documents: DocumentStore;
  readonly blobs: BlobStore;
  readonly entities: EntityStore;
  readonly changelogs: ChangelogStore;
  readonly corrections: GraphCorrectionStore;
  readonly graphs: GraphStore;
}

/** The operations that a read-only library answers. Tools read entities. */
@Module({})
export class IngestionReaderModule implements OnModuleDestroy {
  constructor(
    @Inject(PagePictures) private readonly pictures: PagePictures,
    @Inject(PageRegions) private readonly regions: PageRegions,
  ) {}

  static register(ports: IngestionReaderPorts): DynamicModule {
    const { jobs, documents, blobs, entities, changelogs, corrections, graphs } = ports;
    const snapshots = new SnapshotReader(graphs);
    const pictures = new PagePictures({ renderer: new PdfiumRenderer(), blobs, kept: null });
    return {
      module: IngestionReaderModule,
      controllers: [
        JobReadingController,
        DocumentReadingController,
        PagesController,
        EntitiesController,
        ChangelogReadingController,
        CorrectionReadingController,
      ],
      providers: [
        { provide: JOB_READER, useValue: jobs },
        { provide: DOCUMENT_STORE, useValue: documents },
        { provide: BLOB_STORE, useValue: blobs },
        { provide: ENTITY_STORE, useValue: entities },
        { provide: CHANGELOG_STORE, useValue: changelogs },
        { provide: CORRECTION_STORE, useValue: corrections },
        { provide: SnapshotReader, useValue: snapshots },
        { provide: PagePictures, useValue: pictures },
        { provide: PageRegions, useValue: new PageRegions(pictures, openLayoutModel()) },
        { provide: LibraryAccess, useValue: new LibraryAccess(documents, snapshots) },
        { provide: KnownEntities, useValue: new KnownEntities(entities, snapshots) },
      ],
    };
  }

  async onModuleDestroy(): Promise<void> {
    await this.pictures.close();
    await this.regions.close();
  }
}

/** Opens the stores of jobs, documents, entities, changelogs and graphs for reading; another process may be writing them. */
export async function bindIngestionReader(
  config: Pick<IngestionWorkerConfig, 'dataDir' | 'natsUrl'> & LibrarySettings & StoreSettings,
  cwd: string,
): Promise<IngestionReaderPorts & { close(): Promise<void> }> {
  const directory = await openDataDirectory({ path: resolve(cwd, config.dataDir), mode: 'read', clock: SYSTEM_CLOCK });
  const library = await openLibraryStores(config, directory);
  const { documents, blobs, entities, changelogs, corrections, graphs } = library;
  try {
    const reader = await openJobReader(config, { directory, clock: SYSTEM_CLOCK });
    return {
      ...{ jobs: reader.jobs, documents, blobs, entities, changelogs, corrections, graphs },
      async close() {
        await reader.close();
        await library.close();
      },
    };
  } catch (error) {
    await library.close();
    throw error;
  }
}
