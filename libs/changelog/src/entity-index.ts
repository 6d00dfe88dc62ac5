import type { ChangelogEntry } from '@arbiter/contracts';
import { slugOf } from '@arbiter/text';
import { entitiesOf } from './changelog-entry.js';

/** An entity as a changelog names it. */
export interface KnownEntity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly aliases?: readonly string[];
  /** Ids of entities that a person merged into it. */
  readonly formerIds?: readonly string[] | undefined;
}

/**
 * Finds the entity that an `entity_id` means: by id, also one that it had before a merge,
 * else by the slug of a name or an alias. Of namesakes the type decides. If it
 * does not, none is found: a change must not hit the wrong one.
 */
export class EntityIndex {
  private readonly byId: ReadonlyMap<string, KnownEntity>;
  private readonly bySlug = new Map<string, readonly KnownEntity[]>();

  constructor(readonly entities: readonly KnownEntity[]) {
    this.byId = new Map([
      ...entities.flatMap((entity) => (entity.formerIds ?? []).map((id) => [id, entity] as const)),
      ...entities.map((entity) => [entity.id, entity] as const),
    ]);
    for (const entity of entities) {
      for (const slug of new Set([entity.name, ...(entity.aliases ?? [])].flatMap(slugsOf)))
        this.bySlug.set(slug, [...(this.bySlug.get(slug) ?? []), entity]);
    }
  }

  get(id: string): KnownEntity | undefined {
    return this.byId.get(id);
  }

  /** Whether an id means an entity, or several of one name. */
  has(id: string): boolean {
    return this.byId.has(id) || this.bySlug.has(slugOf(id));
  }

  /** @param type chooses among namesakes */
  find(id: string, type?: string): KnownEntity | undefined {
    const exact = this.byId.get(id);
    const named = exact
      ? [exact]
      : (slugsOf(id)
          .map((slug) => this.bySlug.get(slug))
          .find((found) => found) ?? []);
    const meant = named.length > 1 ? named.filter((entity) => entity.type === type) : named;
    return meant.length === 1 ? meant[0] : undefined;
  }
}

/** The entities that entries name, where nothing else describes any: two spellings of one id are one entity. */
export function indexOfEntries(entries: readonly ChangelogEntry[]): EntityIndex {
  const ids = new Map<string, string>();
  for (const id of entries.flatMap(entitiesOf)) if (!ids.has(slugOf(id))) ids.set(slugOf(id), id);
  return new EntityIndex([...ids.values()].map((id) => ({ id, name: id, type: '' })));
}

/** With and without the article. */
function slugsOf(name: string): string[] {
  const slug = slugOf(name);
  return [slug, slug.replace(/^the-/, '')].filter((one) => one !== '');
}
