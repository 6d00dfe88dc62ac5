import { DataSet, findUnits, readCatalogue, type Catalogue } from '../catalogue/index.js';
import {
  ArbiterError,
  findEntities,
  getEntityData,
  type EntityDescription,
  type OperationRequest,
} from '@arbiter/contracts';
import { askLibrary, type ToolCall, type ToolLibrary } from '@arbiter/tool-sdk';

/** UTF-16 units of one catalogue; the largest published one has a tenth of that. */
const MAX_DATA_LENGTH = 16_000_000;
/** Catalogues that one army draws on; published ones draw on a dozen. */
const MAX_CATALOGUES = 60;
/** Questions whose catalogues are kept: the tools of one question open the same books. */
const MAX_KEPT = 4;
/** Entities asked for at once. */
export const PAGE = 100;
/** Entity types of catalogues. */
const TYPES = ['faction', 'library', 'game-system'] as const;

/** Catalogues as they were ingested, each with all that it draws on. */
export class CatalogueShelf {
  private readonly kept = new Map<string, KeptCatalogues>();

  constructor(private readonly library: ToolLibrary) {}

  /** Finds entities that documents describe, by name. */
  async find(query: OperationRequest<typeof findEntities>, call: ToolCall): Promise<readonly EntityDescription[]> {
    return (await askLibrary(this.library, findEntities, query, call)).entities;
  }

  /** All entities of a type in a collection. */
  async all(type: string, collection: string, call: ToolCall): Promise<EntityDescription[]> {
    const all: EntityDescription[] = [];
    for (let more = true; more;) {
      const page = await this.find({ collection, type, limit: PAGE, offset: all.length }, call);
      all.push(...page);
      more = page.length === PAGE;
    }
    return all;
  }

  /** A catalogue with its data set. */
  async open(
    catalogue: EntityDescription,
    call: ToolCall,
  ): Promise<{ readonly data: DataSet; readonly missing: readonly string[] }> {
    const { held, missing } = await this.follow(catalogue, call, (entity) => this.read(entity, call), targetsOf);
    const [primary, ...related] = held;
    return { data: this.keptFor(call).dataSet(primary, related), missing };
  }

  /** The same in the JSON form of the catalogues, that of the given one first. */
  async texts(
    catalogue: EntityDescription,
    call: ToolCall,
  ): Promise<{ readonly catalogues: readonly string[]; readonly missing: readonly string[] }> {
    const { held, missing } = await this.follow(catalogue, call, (entity) => this.textOf(entity, call), drawsOf);
    return { catalogues: held, missing };
  }

  async read(entity: EntityDescription, call: ToolCall): Promise<Catalogue> {
    const kept = this.keptFor(call);
    const known = kept.get(entity.id);
    if (known) return known;
    const text = await this.textOf(entity, call);
    const catalogue = readCatalogue(JSON.parse(text));
    if (!catalogue) {
      throw new ArbiterError(
        'INVALID_REQUEST',
        `What is kept of "${entity.name}" is no catalogue; ingest its source anew.`,
      );
    }
    kept.put(entity.id, catalogue);
    return catalogue;
  }

  /** A catalogue with all that it draws on, nearest first, each once. */
  private async follow<T>(
    faction: EntityDescription,
    call: ToolCall,
    read: (entity: EntityDescription) => Promise<T>,
    targets: (held: T, entity: EntityDescription) => readonly string[],
  ): Promise<{ held: [T, ...T[]]; missing: string[] }> {
    const shelf = await this.shelfOf(faction.collection, call);
    const primary = await read(faction);
    const held: [T, ...T[]] = [primary];
    const missing: string[] = [];
    const seen = new Set([faction.attributes.id]);
    const queue = [...targets(primary, faction)];
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const entity = shelf.get(id);
      if (!entity || held.length > MAX_CATALOGUES) {
        missing.push(id);
        continue;
      }
      const related = await read(entity);
      held.push(related);
      queue.push(...targets(related, entity));
    }
    return { held, missing };
  }

  /** All catalogues of a collection by their ids in the data set. */
  private async shelfOf(collection: string, call: ToolCall): Promise<ReadonlyMap<string, EntityDescription>> {
    const shelf = new Map<string, EntityDescription>();
    for (const type of TYPES) {
      for (const entity of await this.all(type, collection, call)) {
        const { id } = entity.attributes;
        if (typeof id === 'string') shelf.set(id, entity);
      }
    }
    return shelf;
  }

  private async textOf({ id: entityId, name }: EntityDescription, call: ToolCall): Promise<string> {
    const parts: string[] = [];
    let contentHash: string | undefined;
    for (let start = 0, total = 1; start < total;) {
      const part = await askLibrary(this.library, getEntityData, { entityId, start }, call);
      contentHash ??= part.contentHash;
      if (part.contentHash !== contentHash || part.data === '') {
        throw new ArbiterError('CONFLICT', `"${name}" has changed while it was read; try again.`);
      }
      if (part.total > MAX_DATA_LENGTH)
        throw new ArbiterError('PAYLOAD_TOO_LARGE', `"${name}" is too large to calculate with.`);
      parts.push(part.data);
      start += part.data.length;
      total = part.total;
    }
    return parts.join('');
  }

  /** Catalogues that were read for the same question. */
  private keptFor({ requestId }: ToolCall): KeptCatalogues {
    const kept = this.kept.get(requestId) ?? new KeptCatalogues();
    this.kept.delete(requestId);
    this.kept.set(requestId, kept);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return kept;
  }
}

/** Cache of one run. Its tools open the same books, and results about a data set are kept with it. */
class KeptCatalogues {
  private readonly byEntity = new Map<string, Catalogue>();
  private readonly byPrimary = new Map<Catalogue, DataSet>();

  get(entityId: string): Catalogue | undefined {
    return this.byEntity.get(entityId);
  }

  put(entityId: string, catalogue: Catalogue): void {
    this.byEntity.set(entityId, catalogue);
  }

  dataSet(primary: Catalogue, related: readonly Catalogue[]): DataSet {
    const known = this.byPrimary.get(primary);
    if (known) return known;
    const data = new DataSet(primary.library ? withUnitsAtRoot(primary, related) : primary, related);
    this.byPrimary.set(primary, data);
    return data;
  }
}

/** As the entity tells it; what an earlier version has ingested does not. */
function drawsOf(text: string, { attributes: { draws } }: EntityDescription): string[] {
  if (Array.isArray(draws)) return namesIn(draws);
  const catalogue = readCatalogue(JSON.parse(text));
  return catalogue ? targetsOf(catalogue) : [];
}

function targetsOf({ gameSystemId, catalogueLinks }: Catalogue): string[] {
  return [gameSystemId, ...catalogueLinks.map(({ targetId }) => targetId)].filter((id) => id !== '');
}

export function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** Units of a library that no root leads to are reckoned as if it had an army of them. */
function withUnitsAtRoot(library: Catalogue, related: readonly Catalogue[]): Catalogue {
  const data = new DataSet(library, related);
  const atRoot = new Set(data.rootEntries().map((entry) => data.targetOf(entry)?.id));
  const units = findUnits(library).filter(({ id }) => !atRoot.has(id));
  return units.length === 0 ? library : { ...library, selectionEntries: [...library.selectionEntries, ...units] };
}
