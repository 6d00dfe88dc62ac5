import type { Logger } from '@arbiter/platform';
import { SYSTEM_CLOCK, type WebClient, type WebSearch } from '@arbiter/ports';
import type { ListBuilding } from '@arbiter/roster-tools';
import type { Registry } from 'prom-client';
import { LibraryGenerations } from '../execution/library-generations.js';
import { MeasuredDurations } from '../execution/measured-durations.js';
import { ResultCache } from '../execution/result-cache.js';
import { LruResultStore } from '../execution/result-store.js';
import { DEFAULT_EXECUTOR_SETTINGS } from '../execution/tool-executor.js';
import { ToolObserver } from '../execution/tool.observer.js';
import type { Toolbox } from '../execution/toolbox.js';
import type { OrchestratorConfig } from '../orchestrator.config.js';
import type { PipelinePorts } from '../query/pipeline.service.js';
import type { Flight } from '../records/flight.js';
import { createTools } from './create-tools.js';
import { DomainTool } from './domain.tool.js';
import { createDomainTools, unknownToolClasses, type DomainToolGrant } from './domain-tools.js';
import { ThreadedListBuilding } from './list-building/threaded-list-building.js';
import { OperationLibrary } from './operation-library.js';
import { withFreeNames, type PackTools } from './pack-tools.js';
import { takenToolNames } from './taken-tool-names.js';

export type ToolConfig = Pick<OrchestratorConfig, 'toolsMayIngest' | 'toolCacheMegabytes' | 'toolMaxOutputKilobytes'>;

const KILOBYTE = 1_024;
const MEGABYTE = KILOBYTE * KILOBYTE;
/** A result of one passage takes some 2 KB: as many as the default room holds. */
const CACHED_RESULTS = 10_000;

/** What a run gives its tools. */
export type ToolSurroundings = Pick<PipelinePorts, 'client' | 'clock'> & { readonly flight: Pick<Flight, 'port'> };

/** For runs that answer nobody and leave no record. */
export const UNRECORDED: Pick<Flight, 'port'> = { port: (_name, port) => port };

export interface ToolboxPorts {
  readonly webSearch: WebSearch | null;
  readonly web: WebClient;
  /** What the installed packs ask for. */
  readonly domainTools: readonly DomainToolGrant[];
  /** What their own code brings along. */
  readonly packTools: Pick<PackTools, 'granted' | 'missing'>;
}

/** Tools for runs: each asks through the flight of its run, and all share what they keep, measure and count. */
export function toolboxesOf(
  { toolsMayIngest, toolCacheMegabytes, toolMaxOutputKilobytes }: ToolConfig,
  { webSearch, web, domainTools, packTools }: ToolboxPorts,
  { registry, logger }: { readonly registry: Registry; readonly logger: Logger },
): (ports: ToolSurroundings) => Toolbox {
  const observer = new ToolObserver(registry, logger);
  const durations = new MeasuredDurations();
  const maxBytes = toolCacheMegabytes * MEGABYTE;
  const kept = maxBytes > 0 ? new LruResultStore({ maxBytes, maxEntries: CACHED_RESULTS }) : null;
  const settings = { ...DEFAULT_EXECUTOR_SETTINGS, maxOutputBytes: toolMaxOutputKilobytes * KILOBYTE };
  const unknown = unknownToolClasses(domainTools);
  if (unknown.length > 0) logger.warn({ tools: unknown }, 'domain packs name tools that nothing here provides');
  for (const { domain, entry, reason } of packTools.missing) {
    logger.warn({ domain, tool: entry }, `a pack works without one of its tools: ${reason}`);
  }
  const lists: ListBuilding = new ThreadedListBuilding(SYSTEM_CLOCK);
  const own = withFreeNames(packTools.granted, takenToolNames());
  for (const { tool } of packTools.granted.filter((one) => !own.includes(one))) {
    logger.warn({ tool: tool.name }, 'a pack works without one of its tools: the name is taken');
  }
  return ({ client, clock, flight }) => {
    const library = new OperationLibrary(client);
    const reached = {
      client,
      webSearch: webSearch && flight.port('web-search', webSearch),
      web: flight.port('web', web),
    };
    const cache = new ResultCache(
      kept && flight.port('results', kept, ['put']),
      new LibraryGenerations(client),
      observer,
    );
    return {
      tools: [
        ...createTools(reached, { mayIngest: toolsMayIngest }),
        ...createDomainTools(client, domainTools, flight.port('list-building', lists, ['build'])),
        ...own.map(({ tool, collections }) => new DomainTool(tool.create(library), collections)),
      ],
      execution: { cache, durations, observer, clock, random: Math.random },
      settings,
      // What was measured when an answer was made is part of its record.
      durations: flight.port('durations', durations),
    };
  };
}
