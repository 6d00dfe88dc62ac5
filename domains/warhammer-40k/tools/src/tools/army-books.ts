import {
  ArbiterError,
  findEntities,
  getEntityData,
  type EntityDescription,
  type OperationRequest,
} from '@arbiter/contracts';
import {
  availableInForce,
  closestNamed,
  foldName,
  holdsWords,
  readCatalogue,
  singularForms,
  type Catalogue,
  type DataSet,
  type ResolvedEntry,
} from '@arbiter/adapters-battlescribe/catalogue';
import { armyUnits, isFielded } from '../roster/index.js';
import { askLibrary, type ToolCall, type ToolLibrary } from '@arbiter/tool-sdk';
import { KeptCatalogues } from './kept-catalogues.js';

/** UTF-16 units of one catalogue; the largest published one has a tenth of that. */
const MAX_DATA_LENGTH = 16_000_000;
/** Catalogues that one army draws on; published ones draw on a dozen. */
const MAX_CATALOGUES = 60;
/** Questions whose catalogues are kept: the tools of one question open the same books. */
const MAX_KEPT = 4;
/** Entities asked for at once. */
const PAGE = 100;
/** Entities that hold the words of a name and are compared: a large data set has dozens of dreadnoughts. */
const FOUND = PAGE;
/** What catalogues are kept as. */
const TYPES = ['faction', 'library', 'game-system'] as const;

export interface OpenedBook {
  readonly data: DataSet;
  /** The catalogue itself, for a citation. */
  readonly faction: EntityDescription;
  /** Ids of catalogues that it draws on and that the library does not hold. */
  readonly missing: readonly string[];
}

interface NamedEntry {
  readonly id: string;
  readonly name: string;
}

export interface BookTexts {
  readonly faction: EntityDescription;
  /** Catalogues in their JSON form, that of the faction first. */
  readonly catalogues: readonly string[];
  readonly missing: readonly string[];
}

/** The rules for building armies, as they were ingested: a faction with all that it draws on. */
export class ArmyBooks {
  private readonly kept = new Map<string, KeptCatalogues>();

  constructor(private readonly library: ToolLibrary) {}

  /** The unit of a name, in the plural too, also with the name of its faction before it; undefined where there is none. */
  async unit(name: string, call: ToolCall): Promise<EntityDescription | undefined> {
    const words = name.trim().split(/\s+/);
    for (let from = 0; from < words.length; from++) {
      const of = words.slice(0, from).join(' ');
      const unit = await this.closest(words.slice(from).join(' '), 'unit', call, (one) => isOfFaction(one, of));
      if (unit) return unit;
    }
    return this.unitOfArmy(words, call);
  }

  /** A unit with the name of an army before it that has it from a catalogue which it draws on. */
  private async unitOfArmy(words: readonly string[], call: ToolCall): Promise<EntityDescription | undefined> {
    for (let from = 1; from < words.length; from++) {
      const rest = words.slice(from).join(' ');
      // Most words before a unit are of its name or of none: only where both are there is a catalogue read.
      if (!(await this.closest(rest, 'unit', call))) continue;
      const faction = await this.closest(words.slice(0, from).join(' '), 'faction', call);
      const entry = faction && unitIn((await this.openOf(faction, call)).data, rest);
      if (entry) return this.described(entry, call);
    }
    return undefined;
  }

  /** The unit that a name means in an army, also of a catalogue that the army draws on. */
  async unitIn({ data }: OpenedBook, name: string, call: ToolCall): Promise<EntityDescription | undefined> {
    const entry = unitIn(data, name);
    return entry && this.described(entry, call);
  }

  /** Ids of the entries of units that are of a faction itself, wherever they are defined. */
  async ownUnits(faction: EntityDescription, call: ToolCall): Promise<ReadonlySet<string>> {
    const { data } = await this.openOf(faction, call);
    return new Set(armyUnits(data).flatMap(({ id, isOwn }) => (isOwn ? [id] : [])));
  }

  /**
   * The army that fields units of a library: of those that draw on it, the one that the keywords of the most units name.
   *
   * @returns undefined where several draw on it and no keyword says which
   */
  async fieldedBy(units: readonly EntityDescription[], call: ToolCall): Promise<EntityDescription | undefined> {
    const [first] = units;
    if (!first) return undefined;
    const libraries = await this.all('library', first.collection, call);
    const library = libraries.find(({ name }) => name === first.attributes.catalogue);
    if (!library) return undefined;
    const armies = [...(await this.all('faction', first.collection, call)), ...libraries]
      .filter(({ attributes: { draws } }) => namesIn(draws).includes(String(library.attributes.id)))
      .map((army) => ({ army, units: units.filter((unit) => isOfFaction(unit, shortNameOf(army))).length }))
      .sort((a, b) => b.units - a.units);
    const [most, ...others] = armies;
    const isMeant = most !== undefined && (most.units > 0 || others.length === 0);
    return isMeant && isFielded(await this.read(most.army, call)) ? most.army : undefined;
  }

  /** The unit of an entry; what is closest by its name where the entry is not in the library. */
  async unitOf(entry: NamedEntry, call: ToolCall): Promise<EntityDescription | undefined> {
    return (await this.described(entry, call)) ?? this.unit(entry.name, call);
  }

  private async described({ id, name }: NamedEntry, call: ToolCall): Promise<EntityDescription | undefined> {
    const named = await this.find({ name, type: 'unit', limit: FOUND }, call);
    return named.find(({ attributes }) => attributes.id === id);
  }

  /** The book of a catalogue: a game system alone, or a faction. */
  async openOf(catalogue: EntityDescription, call: ToolCall): Promise<OpenedBook> {
    const { held, missing } = await this.follow(catalogue, call, (entity) => this.read(entity, call), targetsOf);
    const [primary, ...related] = held;
    return { data: this.keptFor(call).dataSet(primary, related), faction: catalogue, missing };
  }

  /** The faction of a name. @throws ArbiterError as `open` does */
  async faction(name: string, call: ToolCall): Promise<EntityDescription> {
    return this.named(name, call);
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

  /**
   * The book of a faction. What is said before its name may stand with it: "competitive Necron".
   *
   * @throws ArbiterError NOT_FOUND where no faction is called so, with some that there are in `details.factions`
   */
  async open(name: string, call: ToolCall): Promise<OpenedBook> {
    return this.openOf(await this.named(name, call), call);
  }

  /** The book by which a unit is reckoned: of the catalogue that defines it, also where that is a library. */
  async openFor(unit: EntityDescription, call: ToolCall): Promise<OpenedBook> {
    const { catalogue } = unit.attributes;
    const name = typeof catalogue === 'string' ? catalogue : '';
    for (const type of ['faction', 'library'] as const) {
      const found = await this.find({ name, type, collection: unit.collection, limit: FOUND }, call);
      const same = found.find((one) => one.documentId === unit.documentId) ?? found.find((one) => one.name === name);
      if (same) return this.openOf(same, call);
    }
    return this.open(name, call);
  }

  private async closest(
    name: string,
    type: string,
    call: ToolCall,
    isWanted: (entity: EntityDescription) => boolean = () => true,
  ): Promise<EntityDescription | undefined> {
    const forms = singularForms(foldName(name)).filter((one) => one !== '');
    // All forms first: "Terminators" are a Terminator Squad rather than the one unit that has the plural in its name.
    const found = new Map<string, EntityDescription>();
    for (const one of forms)
      for (const entity of await this.find({ name: one, type, limit: FOUND }, call)) found.set(entity.id, entity);
    return closestNamed([...found.values()].filter(isWanted), name, (entity) => [entity.name, ...entity.aliases]);
  }

  /** The same as texts, for a thread that reads them itself: the faction first. @throws ArbiterError as `open` does */
  async texts(name: string, call: ToolCall): Promise<BookTexts> {
    const faction = await this.named(name, call);
    const { held, missing } = await this.follow(faction, call, (entity) => this.textOf(entity, call), drawsOf);
    return { faction, catalogues: held, missing };
  }

  /** A catalogue with all that it draws on, nearest first, each once. */
  private async follow<T>(
    faction: EntityDescription,
    call: ToolCall,
    read: (entity: EntityDescription) => Promise<T>,
    targets: (held: T, entity: EntityDescription) => readonly string[],
  ): Promise<{ held: [T, ...T[]]; missing: string[] }> {
    const shelf = await this.shelf(faction.collection, call);
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

  private async named(name: string, call: ToolCall): Promise<EntityDescription> {
    const words = name.trim().split(/\s+/);
    for (let from = 0; from < words.length; from++) {
      const said = words.slice(from).join(' ');
      const faction = await this.closest(said, 'faction', call);
      if (faction) return (await this.drawnOnBy(faction, said, call)) ?? faction;
    }
    for (let from = 0; from < words.length; from++) {
      const library = await this.closest(words.slice(from).join(' '), 'library', call);
      if (library && isFielded(await this.read(library, call))) return library;
    }
    throw await this.unknown(name, call);
  }

  /** Of the many chapters that a name such as "Adeptus Astartes" holds for, it means the faction that they draw on. */
  private async drawnOnBy(
    faction: EntityDescription,
    name: string,
    call: ToolCall,
  ): Promise<EntityDescription | undefined> {
    const forms = singularForms(foldName(name));
    if ([faction.name, ...faction.aliases].some((one) => forms.includes(foldName(one)))) return undefined;
    const draws = namesIn(faction.attributes.draws);
    const others = await this.find({ name, type: 'faction', limit: FOUND }, call);
    return others.find((one) => draws.includes(String(one.attributes.id)) && holdsWords(one.name, name));
  }

  /** What documents describe, by name. */
  async find(query: OperationRequest<typeof findEntities>, call: ToolCall): Promise<readonly EntityDescription[]> {
    return (await askLibrary(this.library, findEntities, query, call)).entities;
  }

  /** All catalogues of a collection by their ids in the data set. */
  private async shelf(collection: string, call: ToolCall): Promise<ReadonlyMap<string, EntityDescription>> {
    const shelf = new Map<string, EntityDescription>();
    for (const type of TYPES) {
      for (const entity of await this.all(type, collection, call)) {
        const { id } = entity.attributes;
        if (typeof id === 'string') shelf.set(id, entity);
      }
    }
    return shelf;
  }

  private async read(entity: EntityDescription, call: ToolCall): Promise<Catalogue> {
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

  /** What was read for the same question. */
  private keptFor({ requestId }: ToolCall): KeptCatalogues {
    const kept = this.kept.get(requestId) ?? new KeptCatalogues();
    this.kept.delete(requestId);
    this.kept.set(requestId, kept);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return kept;
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

  private async unknown(name: string, call: ToolCall): Promise<ArbiterError> {
    const factions = (await this.find({ type: 'faction', limit: PAGE }, call)).map((one) => one.name);
    const known = factions.length === 0 ? 'none has been ingested' : `there are ${factions.join(', ')}`;
    return new ArbiterError('NOT_FOUND', `There is no faction "${name}": ${known}.`, { details: { factions } });
  }
}

/** As the entity tells it; what an earlier version has ingested does not. */
function drawsOf(text: string, { attributes: { draws } }: EntityDescription): string[] {
  if (Array.isArray(draws)) return namesIn(draws);
  const catalogue = readCatalogue(JSON.parse(text));
  return catalogue ? targetsOf(catalogue) : [];
}

/** Whether the catalogue that defines a unit, or one of its keywords ("Faction: Drukhari"), holds the name of a faction. */
function isOfFaction({ attributes: { catalogue, keywords } }: EntityDescription, faction: string): boolean {
  return faction === '' || namesIn([catalogue, ...namesIn(keywords)]).some((name) => holdsWords(name, faction));
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** "Aeldari - Drukhari" → "Drukhari", as its alias says. */
function shortNameOf({ name, aliases }: EntityDescription): string {
  return aliases[0] ?? name;
}

function unitIn(data: DataSet, name: string): ResolvedEntry | undefined {
  const units = availableInForce(data).filter(({ entry }) => entry.kind === 'entry' && entry.type !== 'upgrade');
  return closestNamed(units, name, ({ entry }) => [entry.name])?.entry;
}

function targetsOf({ gameSystemId, catalogueLinks }: Catalogue): string[] {
  return [gameSystemId, ...catalogueLinks.map(({ targetId }) => targetId)].filter((id) => id !== '');
}
