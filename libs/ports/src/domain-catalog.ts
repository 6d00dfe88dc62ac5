import type { DomainConfig, IngestionSource, PromptTemplate, RefreshInterval } from '@arbiter/contracts';

const MODULE_ENTRY = /^([^#]+\.m?[jt]s)(?:#([A-Za-z_$][\w$]*))?$/;

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

/** A tool of a pack that is code of its own. */
export interface PackToolModule {
  /** As `tools.custom` names it: `dice.ts#DiceTool`, or `dice.ts` for what is exported by default. */
  readonly entry: string;
  /** Relative to `tools/`, `/` between segments. */
  readonly file: string;
  readonly exportName: string;
}

/** The code that a domain pack brings along. It is looked at and run by nobody who was not told to. */
export interface PackCode {
  readonly domain: string;
  /** The folder `tools/` of the pack: absolute, without links. */
  readonly folder: string;
  readonly modules: readonly PackToolModule[];
  /** The sha256 of each file that may be compiled, in hexadecimal, by its path in `tools/`. Absent: any file may be. */
  readonly digests?: Readonly<Record<string, string>>;
}

/** What an entry of `tools.custom` names; null for the class of a tool that comes with Arbiter. */
export function toolModuleOf(entry: string): PackToolModule | null {
  const [, file, exportName = 'default'] = MODULE_ENTRY.exec(entry) ?? [];
  return file === undefined ? null : { entry, file: file.replace(/^\.\//, ''), exportName };
}
