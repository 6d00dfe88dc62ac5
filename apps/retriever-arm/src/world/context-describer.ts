import { mapConcurrently } from '@arbiter/adapter-kit/resilience';
import {
  compareCodeUnits,
  type describeContext,
  type OperationOutput,
  type Principal,
  reachable,
} from '@arbiter/contracts';
import type { CollectionCatalog } from '@arbiter/ports';
import type { GraphAccess } from './graph-access.js';
import { collectionsAsked, type WorldReader } from './world-reader.js';

export interface ContextPorts {
  readonly catalog: Pick<CollectionCatalog, 'list' | 'generation'>;
  readonly worlds: Pick<WorldReader, 'hasGraph' | 'hasChanges'>;
  readonly access: Pick<GraphAccess, 'within'>;
  /** Who writes answers. */
  readonly writer: OperationOutput<typeof describeContext>['writer'];
  /** Whether a vision model reads pictures. */
  readonly seesPictures: boolean;
}

/** Generations and versions are small files; those of so many collections are read at once. */
const COLLECTIONS_AT_ONCE = 16;

/** What a question needs to know of collections before it is searched for. */
export class ContextDescriber {
  constructor(private readonly ports: ContextPorts) {}

  /**
   * @param named absent: all of the library that the caller reaches
   * @throws ArbiterError of the stores
   */
  async describe(
    named: readonly string[] | undefined,
    caller: Principal | null,
    signal: AbortSignal,
  ): Promise<OperationOutput<typeof describeContext>> {
    const { catalog, worlds, access, writer, seesPictures } = this.ports;
    const asked = [...new Set(named ?? reachable(caller, await collectionsAsked(catalog, undefined, signal)))];
    const readable = new Set((await access.within(asked, caller, signal)) ?? asked);
    const told = await mapConcurrently(asked, COLLECTIONS_AT_ONCE, async (collection) => {
      const [generation, hasGraph] = await Promise.all([
        catalog.generation(collection, signal),
        readable.has(collection) && worlds.hasGraph(collection, signal),
      ]);
      return {
        collection,
        generation,
        hasGraph,
        hasChanges: hasGraph && (await worlds.hasChanges(collection, signal)),
      };
    });
    return {
      generations: told
        .flatMap(({ collection, generation }) => (generation === null ? [] : [{ collection, generation }]))
        .sort((a, b) => compareCodeUnits(a.collection, b.collection)),
      withGraph: told.flatMap(({ collection, hasGraph }) => (hasGraph ? [collection] : [])),
      withChanges: told.flatMap(({ collection, hasChanges }) => (hasChanges ? [collection] : [])),
      writer,
      seesPictures,
    };
  }
}
