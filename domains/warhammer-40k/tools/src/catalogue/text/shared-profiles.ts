import type { AnyEntry, Information, Profile, SelectionEntry } from '../model/catalogue.js';
import { childrenOf } from '../model/read-catalogue.js';
import { collectInformation, type Collected } from '../resolve/collect-information.js';
import type { DataSet } from '../resolve/data-set.js';
import { describeCosts } from './describe-costs.js';
import { plainLine } from './plain-words.js';
import { contentKey, kindOf } from './profile-types.js';

/** Groups within groups that are followed. */
const MAX_LEVELS = 20;

export interface SharedProfile {
  readonly profile: Profile;
  /** Which options it is one of, and what it costs: "Relics, 20 pts"; empty where neither is said. */
  readonly of: string;
  /** Units of the catalogue that can have it, by name, in the order of the catalogue. */
  readonly units: string[];
}

/**
 * Weapons and abilities that several units of a catalogue have, so that they are described once: those that stand apart from
 * units, and those that data sets have copied into one unit after the other.
 */
export class SharedProfiles {
  private readonly byContent = new Map<string, SharedProfile>();
  private readonly collected = new Map<SelectionEntry, Collected>();

  constructor(
    private readonly data: DataSet,
    units: readonly SelectionEntry[],
  ) {
    this.readShared();
    this.readCopies(units);
    for (const unit of units) {
      const { profiles, shared } = this.of(unit);
      for (const profile of [...profiles, ...shared]) {
        const carriers = this.byContent.get(contentKey(profile))?.units;
        const name = plainLine(unit.name);
        if (carriers && carriers.at(-1) !== name) carriers.push(name);
      }
    }
  }

  /** Weapons first, each once. */
  all(): SharedProfile[] {
    const shared = [...this.byContent.values()];
    const ofKind = (kind: string) => shared.filter(({ profile }) => kindOf(profile) === kind);
    return [...ofKind('weapon'), ...ofKind('ability')];
  }

  has(profile: Profile): boolean {
    return this.byContent.has(contentKey(profile));
  }

  /** What is known of an entry; collected once. */
  of(entry: SelectionEntry): Collected {
    const known = this.collected.get(entry) ?? collectInformation(entry, this.data);
    this.collected.set(entry, known);
    return known;
  }

  private add(profile: Profile, of: string): void {
    const key = contentKey(profile);
    if (kindOf(profile) !== 'statistics' && !this.byContent.has(key))
      this.byContent.set(key, { profile, of, units: [] });
  }

  private readShared(): void {
    const tell = ({ profiles, infoGroups }: Information, of: string): void => {
      for (const profile of profiles) this.add(profile, of);
      for (const group of infoGroups) tell(group, of);
    };
    const visit = (entry: AnyEntry, around: string, level: number): void => {
      if (level > MAX_LEVELS || isPartOfUnit(entry)) return;
      tell(entry, [around, describeCosts(entry)].filter((part) => part !== '').join(', '));
      const below = entry.kind === 'group' ? plainLine(entry.name) : around;
      for (const child of childrenOf(entry)) visit(child, below, level + 1);
    };
    const { sharedSelectionEntries, sharedSelectionEntryGroups, sharedProfiles, sharedInfoGroups } = this.data.primary;
    for (const entry of [...sharedSelectionEntries, ...sharedSelectionEntryGroups]) visit(entry, '', 0);
    for (const profile of sharedProfiles) this.add(profile, '');
    for (const group of sharedInfoGroups) tell(group, '');
  }

  /** Only what has one meaning by its name: "Close combat weapon" may be another one in each unit. */
  private readCopies(units: readonly SelectionEntry[]): void {
    const holders = new Map<string, { readonly profile: Profile; readonly units: Set<SelectionEntry> }>();
    const meanings = new Map<string, Set<string>>();
    for (const unit of units) {
      for (const profile of this.of(unit).profiles) {
        const key = contentKey(profile);
        const held = holders.get(key) ?? { profile, units: new Set() };
        holders.set(key, { ...held, units: held.units.add(unit) });
        const called = plainLine(profile.name);
        meanings.set(called, (meanings.get(called) ?? new Set()).add(key));
      }
    }
    for (const { profile, units: held } of holders.values())
      if (held.size > 1 && meanings.get(plainLine(profile.name))?.size === 1) this.add(profile, '');
  }
}

/** Units and models are described as units, or as parts of those. */
function isPartOfUnit(entry: AnyEntry): boolean {
  return entry.kind === 'entry' && (entry.type === 'unit' || entry.type === 'model');
}
