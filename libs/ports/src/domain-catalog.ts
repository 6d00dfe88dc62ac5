import type { DomainConfig, IngestionSource, PromptTemplate, RefreshInterval } from '@arbiter/contracts';
import type { PackCode } from './pack-code.js';

export interface DomainPack {
  readonly config: DomainConfig;
  /** All collections of the domain, the configured ones first. */
  readonly collections: readonly string[];
  /** What to ingest, paths absolute, the collection each belongs to, and how often it is read again where that is said. */
  readonly sources: readonly {
    readonly source: IngestionSource;
    readonly collection: string;
    readonly refresh?: RefreshInterval;
  }[];
  /** By name, ascending. */
  readonly prompts: readonly PromptTemplate[];
  /** Absent where it brings none. */
  readonly code?: PackCode;
}

/** The installed domain packs. */
export interface DomainCatalog {
  /** By name, ascending. A broken pack is left out here and reported by `get`. */
  list(signal: AbortSignal): Promise<readonly DomainPack[]>;
  /** @throws ArbiterError INVALID_REQUEST for a pack whose configuration is broken, naming file, field and fix */
  get(domain: string, signal: AbortSignal): Promise<DomainPack | null>;
}
