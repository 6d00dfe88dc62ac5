import type { DataDirectory } from '@arbiter/adapters-filesystem';
import type { ModelOnDuty } from '@arbiter/backends';
import type { PackSettings, Reach } from '@arbiter/ingestion-worker';
import type { OperationClient } from '@arbiter/messaging';
import type { ArmOptions, Logger, ReadinessCheck } from '@arbiter/platform';
import type { Embedder, IdGenerator, Reader } from '@arbiter/ports';
import type { RetrieverArmPorts } from '@arbiter/retriever-arm';
import type { DynamicModule } from '@nestjs/common';
import type { Registry } from 'prom-client';

/** What loads before the arms do; whoever opens them closes them. */
export interface Networks {
  readonly embedder: Embedder;
  /** Null where no arm wants one. */
  readonly reader: Reader | null;
}

/** What the arms of a process have in common. */
export interface SharedSurroundings extends Networks {
  readonly cwd: string;
  /** The library changes nothing of what is kept. */
  readonly readOnly: boolean;
  readonly ids: IdGenerator;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly client: OperationClient;
}

/** An arm of this process, put together around its ports. */
export interface OpenedArm {
  readonly module: DynamicModule;
  readonly checks: readonly ReadinessCheck[];
  /** Calls that run and wait at once, where they are not to be the usual number. */
  readonly concurrency?: ArmOptions['concurrency'];
  readonly languageModels: readonly ModelOnDuty[];
  /** Models of its own, by what people call them. */
  readonly models: Readonly<Record<string, { readonly warmUp: (signal: AbortSignal) => Promise<void> }>>;
  /** What is left to do before the transport closes; absent where there is nothing. */
  readonly finish?: () => Promise<void>;
  close(): Promise<void>;
}

/** The library: one connection to its stores, shared by the arms. */
export interface OpenedLibrary {
  /** Null when it is open for reading only. */
  readonly directory: DataDirectory | null;
  /** What retriever and validator need; the ingestion worker writes to the same. */
  readonly shared: RetrieverArmPorts;
  /** Those that read documents. */
  readonly languageModels: readonly ModelOnDuty[];
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
  readonly registry: Registry;
  /** Which paths jobs may name. */
  readonly reach: Reach;
  readonly packs: PackSettings;
  /** Whether this process is going to say where it answers. */
  readonly willServe: boolean;
}
