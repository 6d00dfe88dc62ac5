import type { OperationClient } from '@arbiter/messaging';
import type { Logger } from '@arbiter/platform';
import type { Clock, WebClient, WebSearch } from '@arbiter/ports';
import type { Registry } from 'prom-client';
import {
  ArbiterError,
  findEntities,
  getDocument,
  getDocumentText,
  getEntity,
  getEntityData,
  listCollections,
  search,
  type AnyOperation,
  type Principal,
} from '@arbiter/contracts';
import type { ToolCall, ToolLibrary } from '@arbiter/tool-sdk';
import { LibraryContext } from '../execution/library-context.js';
import { LruResultStore, ResultCache, storeFor } from '../execution/result-cache.js';
import type { ToolSet } from '../execution/tool-set.js';
import { DEFAULT_EXECUTOR_SETTINGS } from '../execution/tool-executor.js';
import { MeasuredDurations, ToolObserver } from '../execution/tool.observer.js';
import type { RunContext } from '../recording/run-context.js';
import { createTools, takenToolNames } from './create-tools.js';
import { DomainTool } from './domain.tool.js';
import { grantedTo, withFreeNames, type PackToolGrant, type PackTools } from './pack-tools.js';

export interface ToolConfig {
  readonly toolsMayIngest: boolean;
}

/** Room for the results of tools, in bytes. */
const CACHE_BYTES = 16 * 2 ** 20;
/** A result of one passage takes some 2 KB: as many as the room holds. */
const CACHED_RESULTS = 10_000;

/** Ports and settings that a run gives its tools. */
export interface ToolSurroundings {
  readonly client: OperationClient;
  readonly clock: Clock;
  readonly run: Pick<RunContext, 'port' | 'overrides'>;
}

/** For runs without a caller, which leave no record. */
export const UNRECORDED: Pick<RunContext, 'port' | 'overrides'> = { port: (_name, port) => port, overrides: null };

export interface ToolSetPorts {
  readonly webSearch: WebSearch | null;
  readonly web: WebClient;
  /** Tools that the installed packs name. */
  readonly packTools: Pick<PackTools, 'granted' | 'missing'>;
}

/** Tools for runs: each asks through the context of its run, and all share what they keep, measure and count. */
export function toolSetsOf(
  { toolsMayIngest }: ToolConfig,
  { webSearch, web, packTools }: ToolSetPorts,
  { registry, logger }: { readonly registry: Registry; readonly logger: Logger },
): (ports: ToolSurroundings) => ToolSet {
  const observer = new ToolObserver(registry, logger);
  const durations = new MeasuredDurations();
  const kept = new LruResultStore({ maxBytes: CACHE_BYTES, maxEntries: CACHED_RESULTS });
  for (const { domain, entry, reason } of packTools.missing) {
    logger.warn({ domain, tool: entry }, `a pack works without one of its tools: ${reason}`);
  }
  // Of those that a caller may use: no pack takes a name from another tenant's.
  const ownTools = (principal: Principal | null): readonly PackToolGrant[] =>
    withFreeNames(grantedTo(principal, packTools.granted), takenToolNames());
  const named = new Set(ownTools(null).map(({ tool }) => tool));
  for (const { tool } of packTools.granted.filter((one) => !named.has(one.tool))) {
    logger.warn({ tool: tool.name }, 'a pack works without one of its tools: the name is taken');
  }
  return ({ client, clock, run }) => {
    const library = new RunLibrary(client, run);
    const reached = {
      client,
      webSearch: webSearch && run.port('web-search', webSearch),
      web: run.port('web', web),
    };
    const results = run.port('results', storeFor(kept, run.overrides), ['put']);
    const context = new LibraryContext(client, clock);
    const cache = new ResultCache(results, context, observer);
    return {
      library: context,
      tools: createTools(reached, { mayIngest: toolsMayIngest }),
      packToolsOf: (principal) => {
        const own = ownTools(principal);
        return {
          tools: own.map((one) => new DomainTool(one.tool.create(library), new Set(collectionsOf(one)))),
          collections: own.flatMap(collectionsOf),
        };
      },
      execution: { cache, durations, observer, clock, random: Math.random },
      settings: DEFAULT_EXECUTOR_SETTINGS,
      // Durations measured during an answer are part of its record.
      durations: run.port('durations', durations),
    };
  };
}

function collectionsOf({ packs }: PackToolGrant): readonly string[] {
  return packs.flatMap(({ collections }) => collections);
}

/** Operations that tools of packs may call: they only read. */
const READING: ReadonlyMap<string, AnyOperation> = new Map(
  [search, listCollections, getDocument, getDocumentText, findEntities, getEntity, getEntityData].map(
    (operation: AnyOperation) => [operation.name, operation],
  ),
);

/** Everything a tool of a pack may use in a run. */
export class RunLibrary implements ToolLibrary {
  constructor(
    private readonly client: OperationClient,
    private readonly run: Pick<RunContext, 'port'>,
  ) {}

  async request(name: string, input: Readonly<Record<string, unknown>>, parent: ToolCall): Promise<unknown> {
    const operation = READING.get(name);
    if (operation) return this.client.request(operation, input, { parent });
    throw new ArbiterError(
      'FORBIDDEN',
      `Tools of packs may not call ${name}; they may call ${[...READING.keys()].join(', ')}.`,
    );
  }

  record<T>(name: string, compute: () => Promise<T>): Promise<T> {
    // Not by its input: a replay takes the recorded value, whatever its input was.
    return this.run.port(name, { build: compute }, ['build']).build();
  }
}
