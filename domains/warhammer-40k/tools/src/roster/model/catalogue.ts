import type { Constraint, Modifier } from './queries.js';

/** Where in print something stands. */
export interface Printed {
  readonly publicationId: string;
  readonly page: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Modifiable {
  readonly hidden: boolean;
  readonly modifiers: readonly Modifier[];
}

export interface Cost {
  readonly typeId: string;
  readonly name: string;
  readonly value: number;
}

export interface CostType extends Named {
  /** What a new roster is limited to; below 0: not at all. */
  readonly defaultCostLimit: number;
  readonly hidden: boolean;
}

export interface Characteristic {
  readonly typeId: string;
  readonly name: string;
  readonly value: string;
}

export interface ProfileType extends Named {
  readonly characteristicTypes: readonly Named[];
}

export interface Profile extends Named, Modifiable, Printed {
  readonly typeId: string;
  readonly typeName: string;
  readonly characteristics: readonly Characteristic[];
}

export interface Rule extends Named, Modifiable, Printed {
  readonly description: string;
}

export interface InfoLink extends Named, Modifiable {
  /** `profile`, `rule` or `infoGroup`. */
  readonly type: string;
  readonly targetId: string;
}

/** What is told of an entry: profiles and rules, its own and those that it refers to. */
export interface Information {
  readonly profiles: readonly Profile[];
  readonly rules: readonly Rule[];
  readonly infoGroups: readonly InfoGroup[];
  readonly infoLinks: readonly InfoLink[];
}

export interface InfoGroup extends Named, Modifiable, Information {}

export interface CategoryLink extends Named, Modifiable {
  readonly targetId: string;
  readonly primary: boolean;
  readonly constraints: readonly Constraint[];
}

/** What selection entries, their groups and links to either have in common. */
export interface EntryBase extends Named, Modifiable, Printed, Information {
  readonly costs: readonly Cost[];
  readonly constraints: readonly Constraint[];
  readonly categoryLinks: readonly CategoryLink[];
  readonly selectionEntries: readonly SelectionEntry[];
  readonly selectionEntryGroups: readonly SelectionEntryGroup[];
  readonly entryLinks: readonly EntryLink[];
  /** Whether each of several parents has its own number of it. */
  readonly collective: boolean;
  /** Whether catalogues that import the root which it stands at have it, too; `import` in the format. */
  readonly exported: boolean;
}

export interface SelectionEntry extends EntryBase {
  readonly kind: 'entry';
  /** `unit`, `model` or `upgrade`; newer editors know more. */
  readonly type: string;
}

export interface SelectionEntryGroup extends EntryBase {
  readonly kind: 'group';
  readonly defaultSelectionEntryId: string;
}

/** Stands for a shared entry or group, to which it adds what it holds itself. */
export interface EntryLink extends EntryBase {
  readonly kind: 'link';
  readonly targetId: string;
}

export type AnyEntry = SelectionEntry | SelectionEntryGroup | EntryLink;

export interface CategoryEntry extends Named, Modifiable, Information {
  readonly constraints: readonly Constraint[];
}

export interface ForceEntry extends Named, Modifiable, Information {
  readonly constraints: readonly Constraint[];
  readonly categoryLinks: readonly CategoryLink[];
  readonly forceEntries: readonly ForceEntry[];
}

export interface CatalogueLink extends Named {
  readonly targetId: string;
  /** Whether the entries that can be chosen there can be chosen here, too. */
  readonly importRootEntries: boolean;
}

export interface Publication extends Named {
  readonly shortName: string;
}

/** A game system or a catalogue: one file of a data set, its references to others not yet followed. */
export interface Catalogue extends Named, Information {
  readonly kind: 'gameSystem' | 'catalogue';
  readonly revision: string;
  /** Empty for a game system. */
  readonly gameSystemId: string;
  /** A library is there for other catalogues; no army is built from it. */
  readonly library: boolean;
  readonly catalogueLinks: readonly CatalogueLink[];
  readonly publications: readonly Publication[];
  readonly costTypes: readonly CostType[];
  readonly profileTypes: readonly ProfileType[];
  readonly categoryEntries: readonly CategoryEntry[];
  readonly forceEntries: readonly ForceEntry[];
  readonly selectionEntries: readonly SelectionEntry[];
  readonly entryLinks: readonly EntryLink[];
  readonly sharedSelectionEntries: readonly SelectionEntry[];
  readonly sharedSelectionEntryGroups: readonly SelectionEntryGroup[];
  readonly sharedProfiles: readonly Profile[];
  readonly sharedRules: readonly Rule[];
  readonly sharedInfoGroups: readonly InfoGroup[];
}
