import type {
  AnyEntry,
  Catalogue,
  EntryLink,
  InfoGroup,
  InfoLink,
  Profile,
  Rule,
  SelectionEntry,
  SelectionEntryGroup,
} from '../model/catalogue.js';
import { walkCatalogue, type Referable } from './walk-catalogue.js';

type Index = ReadonlyMap<string, Referable>;

/** A catalogue does not change, and many data sets share the large ones. */
const INDEXES = new WeakMap<Catalogue, Index>();

function indexOf(catalogue: Catalogue): Index {
  const known = INDEXES.get(catalogue);
  if (known) return known;
  const index = new Map<string, Referable>();
  for (const one of walkCatalogue(catalogue)) {
    // The first to claim an id keeps it: published files repeat ids of nested nodes, those of shared ones are unique.
    if (one.node.id !== '' && !index.has(one.node.id)) index.set(one.node.id, one);
  }
  INDEXES.set(catalogue, index);
  return index;
}

/** A link and all that it stands for, as one entry: what the link says comes on top of what its target says. */
export type ResolvedEntry = SelectionEntry | SelectionEntryGroup;

/** A catalogue together with the game system and the catalogues that it refers to. */
export class DataSet {
  private readonly merged = new WeakMap<EntryLink, ResolvedEntry>();

  /**
   * @param primary the catalogue that an army is built from
   * @param related its game system and those that it links to, also by way of others; nearest first
   */
  constructor(
    readonly primary: Catalogue,
    readonly related: readonly Catalogue[] = [],
  ) {}

  get catalogues(): readonly Catalogue[] {
    return [this.primary, ...this.related];
  }

  get gameSystem(): Catalogue | undefined {
    return this.catalogues.find(({ kind }) => kind === 'gameSystem');
  }

  find(id: string): Referable | undefined {
    for (const catalogue of this.catalogues) {
      const found = indexOf(catalogue).get(id);
      if (found) return found;
    }
    return undefined;
  }

  /** The name of the thing with an id; the id itself if the thing has no name. */
  nameOf(id: string): string {
    const name = this.find(id)?.node.name ?? '';
    return name === '' ? id : name;
  }

  /**
   * Resolves an entry, group or link. A link's own name, if it has one, replaces the name of its target.
   *
   * @returns null for a link whose target is not there, or that leads to itself
   */
  resolve(entry: AnyEntry): ResolvedEntry | null {
    if (entry.kind !== 'link') return entry;
    const known = this.merged.get(entry);
    if (known) return known;
    const target = this.targetOf(entry);
    if (!target) return null;
    const merged = mergeLink(entry, target);
    this.merged.set(entry, merged);
    return merged;
  }

  /** The shared entry or group that a link stands for in the end; the node itself for what is no link. */
  targetOf(entry: AnyEntry): ResolvedEntry | null {
    const seen = new Set<AnyEntry>();
    for (let at = entry; ;) {
      if (at.kind !== 'link') return at;
      if (seen.has(at)) return null;
      seen.add(at);
      const found = this.find(at.targetId);
      if (found?.kind !== 'entry') return null;
      at = found.node;
    }
  }

  /** The profile, rule or group of them that a link stands for. */
  resolveInfo(
    link: InfoLink,
  ): { kind: 'profile'; node: Profile } | { kind: 'rule'; node: Rule } | { kind: 'infoGroup'; node: InfoGroup } | null {
    const found = this.find(link.targetId);
    return found?.kind === 'profile' || found?.kind === 'rule' || found?.kind === 'infoGroup' ? found : null;
  }

  /** What an army can be built from: root entries and links of the catalogue, and of those whose roots it imports. */
  rootEntries(): AnyEntry[] {
    return this.rootsByCatalogue().flatMap(({ entries }) => entries);
  }

  /** The same by the catalogue that has them at its root; the primary one first, the game system last. */
  rootsByCatalogue(): { readonly catalogue: Catalogue; readonly entries: readonly AnyEntry[] }[] {
    const roots: { catalogue: Catalogue; entries: AnyEntry[] }[] = [];
    const seen = new Set<string>();
    const add = (catalogue: Catalogue): void => {
      if (seen.has(catalogue.id)) return;
      seen.add(catalogue.id);
      const entries = [...catalogue.selectionEntries, ...catalogue.entryLinks];
      const isOwn = catalogue === this.primary || catalogue.kind === 'gameSystem';
      roots.push({ catalogue, entries: isOwn ? entries : entries.filter(({ exported }) => exported) });
      for (const { targetId, importRootEntries } of catalogue.catalogueLinks) {
        const target = importRootEntries ? this.related.find(({ id }) => id === targetId) : undefined;
        if (target) add(target);
      }
    };
    add(this.primary);
    const system = this.gameSystem;
    if (system) add(system);
    return roots;
  }
}

function mergeLink(link: EntryLink, target: ResolvedEntry): ResolvedEntry {
  return {
    ...target,
    name: link.name || target.name,
    hidden: link.hidden || target.hidden,
    collective: link.collective || target.collective,
    modifiers: [...target.modifiers, ...link.modifiers],
    // What a link costs takes the place of what its target costs.
    costs: [...target.costs.filter(({ typeId }) => !link.costs.some((own) => own.typeId === typeId)), ...link.costs],
    constraints: [...target.constraints, ...link.constraints],
    categoryLinks: [...target.categoryLinks, ...link.categoryLinks],
    selectionEntries: [...target.selectionEntries, ...link.selectionEntries],
    selectionEntryGroups: [...target.selectionEntryGroups, ...link.selectionEntryGroups],
    entryLinks: [...target.entryLinks, ...link.entryLinks],
    profiles: [...target.profiles, ...link.profiles],
    rules: [...target.rules, ...link.rules],
    infoGroups: [...target.infoGroups, ...link.infoGroups],
    infoLinks: [...target.infoLinks, ...link.infoLinks],
  };
}

/**
 * The units that a catalogue defines: entries at its root, and shared ones that stand for themselves. A shared model
 * without a category is a part of units and none itself.
 */
export function findUnits(catalogue: Catalogue): SelectionEntry[] {
  return [
    ...catalogue.selectionEntries.filter(({ type }) => type === 'unit' || type === 'model'),
    ...catalogue.sharedSelectionEntries.filter(
      ({ type, categoryLinks }) => type === 'unit' || (type === 'model' && categoryLinks.length > 0),
    ),
  ];
}

/** Whether an entry is a unit of an army rather than an option of the army as a whole. */
export function isUnit(entry: AnyEntry, data: DataSet): boolean {
  const target = data.targetOf(entry);
  return target?.kind === 'entry' && (target.type === 'unit' || target.type === 'model');
}
