import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import {
  ArbiterError,
  findEntities,
  formatEntityNameCursor,
  getEntity,
  getEntityData,
  listEntityNames,
  parseEntityNameCursor,
  reaches,
  type EntityDescription,
  type OperationInput,
  type Principal,
} from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { EntityQuery, EntityStore, StoredEntity } from '@arbiter/ports';
import { LibraryAccess } from '../access/library-access.js';
import { ENTITY_STORE } from '../ingestion-worker.tokens.js';

const NO_DATA = 'Nothing is kept for tools about';

/** Entities that are read in one go until a page of readable ones is full. */
const READ_AT_ONCE = 200;

/** An article or a number before a name. */
const COUNTED = /^(?:(?:an?|the|some|one|two|three|four|five|six|seven|eight|nine|ten)|\d{1,4}[x×]?) (?=\S)/i;

@Controller()
export class EntitiesController {
  constructor(
    @Inject(ENTITY_STORE) private readonly entities: EntityStore,
    @Inject(LibraryAccess) private readonly access: Pick<LibraryAccess, 'readsEntity' | 'readsAll'>,
  ) {}

  @HandlesOperation(findEntities)
  async find(
    { name, type, collection, offset, limit }: OperationInput<typeof findEntities>,
    { signal, principal }: OperationContext,
  ) {
    const query = {
      offset,
      limit,
      ...(type !== undefined && { type }),
      ...(collection !== undefined && { collections: [collection] }),
      ...(principal && { isReached: (name: string) => reaches(principal, name) }),
    };
    const find = async (called: string | undefined): Promise<EntityDescription[]> =>
      (await this.page({ ...query, ...(called !== undefined && { name: called }) }, principal, signal)).map(describe);
    const entities = await find(name);
    // "10 Necron Warriors" and "a Monolith" name things too, unless an entity has that very name.
    const counted = name === undefined || entities.length > 0 ? null : COUNTED.exec(name);
    return { entities: counted ? await find(name?.slice(counted[0].length)) : entities };
  }

  /** Of the entities that a caller may read: a page that others shorten tells how many they are. */
  private async page(
    query: EntityQuery & { readonly offset: number },
    caller: Principal | null,
    signal: AbortSignal,
  ): Promise<readonly StoredEntity[]> {
    if (!caller?.groups) return this.entities.find(query, signal);
    const end = query.offset + query.limit;
    const readable: StoredEntity[] = [];
    for (let offset = 0; readable.length < end; offset += READ_AT_ONCE) {
      const some = await this.entities.find({ ...query, offset, limit: READ_AT_ONCE }, signal);
      const mayRead = await Promise.all(some.map((entity) => this.access.readsEntity(entity, caller, signal)));
      readable.push(...some.filter((_, index) => mayRead[index]));
      if (some.length < READ_AT_ONCE) break;
    }
    return readable.slice(query.offset, end);
  }

  @HandlesOperation(listEntityNames)
  async listNames(
    { collection, limit, after: cursor }: OperationInput<typeof listEntityNames>,
    { signal, principal }: OperationContext,
  ) {
    const after = cursor === undefined ? null : parseEntityNameCursor(cursor);
    const readable = new Map<string, boolean>();
    // One entity more than shown tells whether there is another page.
    const query = {
      limit: limit + 1,
      ...(collection !== undefined && { collection }),
      ...(after && { after }),
      ...(principal && { isReached: (name: string) => reaches(principal, name) && readable.get(name) !== false }),
    };
    // A cursor names an entity, so it must be one that the caller may see: again, without the collections that were found closed.
    for (;;) {
      const found = await this.entities.names(query, signal);
      const unknown = [...new Set(found.map((entity) => entity.collection))].filter((name) => !readable.has(name));
      for (const name of unknown) readable.set(name, await this.access.readsAll(name, principal, signal));
      if (unknown.some((name) => readable.get(name) === false)) continue;
      const entities = found.slice(0, limit);
      const last = found.length > limit ? entities.at(-1) : undefined;
      return { entities: [...entities], next: last ? formatEntityNameCursor(last) : null };
    }
  }

  @HandlesOperation(getEntity)
  async get(
    { entityId }: OperationInput<typeof getEntity>,
    { signal, principal }: OperationContext,
  ): Promise<EntityDescription> {
    const entity = await this.entities.get(entityId, signal);
    if (!entity || !(await this.access.readsEntity(entity, principal, signal)))
      throw unknownEntity(entityId, 'There is no entity');
    return describe(entity);
  }

  @HandlesOperation(getEntityData)
  async data(
    { entityId, start, length }: OperationInput<typeof getEntityData>,
    { signal, principal }: OperationContext,
  ) {
    if (principal) {
      const entity = await this.entities.get(entityId, signal);
      if (!entity || !(await this.access.readsEntity(entity, principal, signal)))
        throw unknownEntity(entityId, NO_DATA);
    }
    const data = await this.entities.data(entityId, signal);
    if (data === null) throw unknownEntity(entityId, NO_DATA);
    const contentHash = createHash('sha256').update(data, 'utf16le').digest('hex');
    return { data: wellFormedSlice(data, start, start + length), contentHash, total: data.length };
  }
}

/** A slice that splits no surrogate pair, because messages must be well-formed. It may therefore end one unit earlier. */
function wellFormedSlice(text: string, start: number, end: number): string {
  const slice = text.slice(start, end);
  return slice.isWellFormed() ? slice : slice.slice(0, -1);
}

function describe({ aliases, attributes, ...entity }: StoredEntity): EntityDescription {
  return { ...entity, aliases: [...aliases], attributes: { ...attributes } };
}

function unknownEntity(entityId: string, what: string): ArbiterError {
  return new ArbiterError('NOT_FOUND', `${what} "${entityId}".`, { details: { entityId } });
}
