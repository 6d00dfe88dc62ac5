import { ArbiterError, type EntityDescription } from '@arbiter/contracts';
import {
  availableInForce,
  closestNamed,
  foldName,
  holdsWords,
  singularForms,
  type DataSet,
  type ResolvedEntry,
} from '../catalogue/index.js';
import { armyUnits, isFielded } from '../roster/index.js';
import type { ToolCall, ToolLibrary } from '@arbiter/tool-sdk';
import { CatalogueShelf, namesIn, PAGE } from './catalogue-shelf.js';

/** Entities that hold the words of a name and are compared: a large data set has dozens of dreadnoughts. */
const FOUND = PAGE;

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
  /** Entities that documents describe, and the catalogues among them. */
  readonly shelf: CatalogueShelf;

  constructor(library: ToolLibrary) {
    this.shelf = new CatalogueShelf(library);
  }

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
    const libraries = await this.shelf.all('library', first.collection, call);
    const library = libraries.find(({ name }) => name === first.attributes.catalogue);
    if (!library) return undefined;
    const armies = [...(await this.shelf.all('faction', first.collection, call)), ...libraries]
      .filter(({ attributes: { draws } }) => namesIn(draws).includes(String(library.attributes.id)))
      .map((army) => ({ army, units: units.filter((unit) => isOfFaction(unit, shortNameOf(army))).length }))
      .sort((a, b) => b.units - a.units);
    const [most, ...others] = armies;
    const isMeant = most !== undefined && (most.units > 0 || others.length === 0);
    return isMeant && isFielded(await this.shelf.read(most.army, call)) ? most.army : undefined;
  }

  /** The unit of an entry; what is closest by its name where the entry is not in the library. */
  async unitOf(entry: NamedEntry, call: ToolCall): Promise<EntityDescription | undefined> {
    return (await this.described(entry, call)) ?? this.unit(entry.name, call);
  }

  private async described({ id, name }: NamedEntry, call: ToolCall): Promise<EntityDescription | undefined> {
    const named = await this.shelf.find({ name, type: 'unit', limit: FOUND }, call);
    return named.find(({ attributes }) => attributes.id === id);
  }

  /** The book of a catalogue: a game system alone, or a faction. */
  async openOf(catalogue: EntityDescription, call: ToolCall): Promise<OpenedBook> {
    return { faction: catalogue, ...(await this.shelf.open(catalogue, call)) };
  }

  /** The faction of a name. @throws ArbiterError as `open` does */
  async faction(name: string, call: ToolCall): Promise<EntityDescription> {
    return this.named(name, call);
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
      const found = await this.shelf.find({ name, type, collection: unit.collection, limit: FOUND }, call);
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
      for (const entity of await this.shelf.find({ name: one, type, limit: FOUND }, call)) found.set(entity.id, entity);
    return closestNamed([...found.values()].filter(isWanted), name, (entity) => [entity.name, ...entity.aliases]);
  }

  /** The same as texts, for a thread that reads them itself: the faction first. @throws ArbiterError as `open` does */
  async texts(name: string, call: ToolCall): Promise<BookTexts> {
    const faction = await this.named(name, call);
    return { faction, ...(await this.shelf.texts(faction, call)) };
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
      if (library && isFielded(await this.shelf.read(library, call))) return library;
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
    const others = await this.shelf.find({ name, type: 'faction', limit: FOUND }, call);
    return others.find((one) => draws.includes(String(one.attributes.id)) && holdsWords(one.name, name));
  }

  private async unknown(name: string, call: ToolCall): Promise<ArbiterError> {
    const factions = (await this.shelf.find({ type: 'faction', limit: PAGE }, call)).map((one) => one.name);
    const known = factions.length === 0 ? 'none has been ingested' : `there are ${factions.join(', ')}`;
    return new ArbiterError('NOT_FOUND', `There is no faction "${name}": ${known}.`, { details: { factions } });
  }
}

/** Whether the catalogue that defines a unit, or one of its keywords ("Faction: Drukhari"), holds the name of a faction. */
function isOfFaction({ attributes: { catalogue, keywords } }: EntityDescription, faction: string): boolean {
  return faction === '' || namesIn([catalogue, ...namesIn(keywords)]).some((name) => holdsWords(name, faction));
}

/** "Aeldari - Drukhari" → "Drukhari", as its alias says. */
function shortNameOf({ name, aliases }: EntityDescription): string {
  return aliases[0] ?? name;
}

function unitIn(data: DataSet, name: string): ResolvedEntry | undefined {
  const units = availableInForce(data).filter(({ entry }) => entry.kind === 'entry' && entry.type !== 'upgrade');
  return closestNamed(units, name, ({ entry }) => [entry.name])?.entry;
}
