import type {
  ChangelogEntry,
  DomainConfig,
  IngestionSource,
  PromptTemplate,
  RefreshInterval,
} from '@arbiter/contracts';

const MODULE_ENTRY = /^([^#]+\.m?[jt]s)(?:#([A-Za-z_$][\w$]*))?$/;

export interface DomainPack {
  readonly config: DomainConfig;
  /** All collections of the domain, the configured ones first. */
  readonly collections: readonly string[];
  /** Sources with absolute paths, the collection of each, and the interval between ingestions, if any. */
  readonly sources: readonly {
    readonly source: IngestionSource;
    readonly collection: string;
    readonly refresh?: RefreshInterval;
  }[];
  /** By name, ascending. */
  readonly prompts: readonly PromptTemplate[];
  /** Absent if the pack has none. */
  readonly code?: PackCode;
}

/** The installed domain packs. */
export interface DomainCatalog {
  /** By name, ascending. It leaves out broken packs, which `get` reports. */
  list(signal: AbortSignal): Promise<readonly DomainPack[]>;
  /** @throws ArbiterError INVALID_REQUEST for a pack with an invalid configuration; the message names file, field and fix */
  get(domain: string, signal: AbortSignal): Promise<DomainPack | null>;
  /**
   * The entries of a pack's `changelog.jsonl`, in the order of its lines; none for an unknown pack or one without that file.
   *
   * @throws ArbiterError INVALID_REQUEST naming the file and the first wrong line
   */
  changelog(domain: string, signal: AbortSignal): Promise<readonly ChangelogEntry[]>;
}

/** A tool of a pack with its own code. */
export interface PackToolModule {
  /** As in `tools.custom`: `dice.ts#DiceTool`, or `dice.ts` for the default export. */
  readonly entry: string;
  /** Relative to `tools/`, `/` between segments. */
  readonly file: string;
  readonly exportName: string;
}

/** A parser of a pack with its own code. */
export interface PackParserModule extends PackToolModule {
  readonly name: string;
  readonly mediaType: string;
  readonly extensions: readonly string[];
}

/** The code of a domain pack. Only components that are configured to do so read or run it. */
export interface PackCode {
  readonly domain: string;
  /** The folder `tools/` of the pack: absolute, without links. */
  readonly folder: string;
  /** Of its tools. */
  readonly modules: readonly PackToolModule[];
  readonly parsers: readonly PackParserModule[];
  /** Hexadecimal sha256 of each file that may be compiled, by its path in `tools/`. Absent: any file may be compiled. */
  readonly digests?: Readonly<Record<string, string>>;
}

/** The module of an entry of `tools.custom`, or of a parser; null for the class of a built-in tool. */
export function toolModuleOf(entry: string): PackToolModule | null {
  const [, file, exportName = 'default'] = MODULE_ENTRY.exec(entry) ?? [];
  return file === undefined ? null : { entry, file: file.replace(/^\.\//, ''), exportName };
}
