import type { DynamicModule } from '@nestjs/common';
import type { DataDirectory } from '@arbiter/adapters-filesystem';
import type { Reach } from '@arbiter/ingestion-worker';
import type { Embedder, IdGenerator } from '@arbiter/ports';
import type { RetrieverArmPorts } from '@arbiter/retriever-arm';
import type { Logger } from '@arbiter/platform';

/** The library: one connection to its stores, shared by the arms. */
export interface OpenedLibrary {
  /** Null when it is open for reading only. */
  readonly directory: DataDirectory | null;
  /** What retriever and validator need; the ingestion worker writes to the same. */
  readonly shared: RetrieverArmPorts;
  /** What tells of the library, or also writes it; null where neither was wanted. */
  readonly ingestion: DynamicModule | null;
  close(): Promise<void>;
}

export interface OpenLibraryOptions {
  readonly cwd: string;
  readonly ids: IdGenerator;
  /** Open already; its owner closes it. */
  readonly embedder: Embedder;
  readonly logger: Logger;
  /** Which paths jobs may name. */
  readonly reach: Reach;
}
