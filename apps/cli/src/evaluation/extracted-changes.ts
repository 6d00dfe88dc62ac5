import { EntityIndex, type StatusVocabulary } from '@arbiter/changelog';
import {
  ArbiterError,
  type ChangelogEntry,
  dropCollection,
  type EntityPreview,
  extractChanges,
  listGraphEntities,
} from '@arbiter/contracts';
import { type ChangeMeasurement, compareChanges } from '@arbiter/evaluation';
import { collectChanges } from '../changelog/world-as-of.js';
import type { OperationCaller } from '../library/library.js';

/** Most entities that the graph gives at once. */
const PAGE = 500;

/** A labelled entity of a pack. */
export interface LabelledEntity {
  readonly id?: string | undefined;
  readonly name: string;
  readonly type?: string | undefined;
  readonly aliases: readonly string[];
}

/** Deletes what an earlier evaluation has extracted, together with its documents: the rules may be others by now. */
export async function dropExtracted(library: OperationCaller, collections: readonly string[]): Promise<void> {
  for (const collection of collections)
    await library.request(dropCollection, { collection }).catch((error: unknown) => {
      if (!(error instanceof ArbiterError && error.code === 'NOT_FOUND')) throw error;
    });
}

/** Has the stated changes of all sessions added to the changelog of a collection, and compares them with those of the pack. */
export async function measureExtractedChanges(
  library: OperationCaller,
  collection: string,
  pack: {
    readonly gold: readonly ChangelogEntry[];
    readonly labels: readonly LabelledEntity[];
    readonly vocabulary: StatusVocabulary;
  },
  signal: AbortSignal,
): Promise<ChangeMeasurement> {
  await library.request(extractChanges, { collection, policy: 'accept-stated' }, { signal });
  const { changes } = await collectChanges(library, { collection }, { signal });
  const labels = new EntityIndex(
    pack.labels.map(({ id, name, type = '', aliases }) => ({ id: id ?? name, name, type, aliases })),
  );
  const found = new Map((await entitiesOf(library, collection, signal)).map((entity) => [entity.id, entity]));
  const idOf = (id: string, type?: string): string => {
    const entity = found.get(id);
    const names = entity ? [entity.name, ...entity.aliases] : [];
    for (const name of [id, ...names]) {
      const label = labels.find(name, type ?? entity?.type);
      if (label) return label.id;
    }
    return id;
  };
  return compareChanges(
    changes.map(({ entry }) => entry),
    pack.gold,
    { idOf, vocabulary: pack.vocabulary },
  );
}

async function entitiesOf(library: OperationCaller, collection: string, signal: AbortSignal): Promise<EntityPreview[]> {
  const all: EntityPreview[] = [];
  for (;;) {
    const input = { collection, limit: PAGE, offset: all.length };
    const { entities, total } = await library.request(listGraphEntities, input, { signal });
    all.push(...entities);
    if (entities.length === 0 || all.length >= total) return all;
  }
}
