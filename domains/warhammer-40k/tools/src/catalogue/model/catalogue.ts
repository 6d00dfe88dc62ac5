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
  /** Cost limit of a new roster; below 0: no limit. */
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

/**
 * The things that a constraint, a condition or a repeat counts. Names and defaults are those of the published schema of
 * the format (2.03). A value that a newer editor has added is kept as it stands, and judged where it is used.
 */
export interface Query {
  /** `selections`, `forces`, or the id of a type of cost whose values are added up. */
  readonly field: string;
  /** Where it counts: `self`, `parent`, `ancestor`, `force`, `roster`, `primary-catalogue`, …, or the id of an entry. */
  readonly scope: string;
  /** Whether selections by way of different links to one shared entry count together. */
  readonly shared: boolean;
  /** Whether what lies deeper than the children of the scope counts. */
  readonly includeChildSelections: boolean;
  readonly includeChildForces: boolean;
  /** Whether `value` is a percentage of all that the scope holds. */
  readonly percentValue: boolean;
  readonly value: number;
}

export interface Constraint extends Query {
  readonly id: string;
  readonly type: 'min' | 'max';
}

export interface Condition extends Query {
  /**
   * `atLeast`, `atMost`, `lessThan`, `greaterThan`, `equalTo`, `notEqualTo`, `instanceOf`, `notInstanceOf`; of newer editors
   * `greaterThanOrEqualTo`, and `before` among the conditions of what is counted.
   */
  readonly type: string;
  /** Entry, category, force, catalogue, or kind of entry (`model`) that is counted; empty: anything. */
  readonly childId: string;
}

/** A modifier counts once for every `value` that the query finds, times `repeats`. */
export interface Repeat extends Query {
  readonly childId: string;
  readonly repeats: number;
  readonly roundUp: boolean;
}

/** When something holds: one condition, or all, any or none of several. An empty `all` always holds. */
export type Requirement =
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'all' | 'any' | 'none'; readonly of: readonly Requirement[] }
  | CountedRequirement;

/** How many selections there are that each meet requirements of their own, as `condition` compares it. */
export interface CountedRequirement {
  readonly kind: 'counted';
  readonly condition: Condition;
  readonly of: readonly Requirement[];
}

export interface Modifier {
  /**
   * `set`, `increment`, `decrement`, `multiply`, `append`, `add`, `remove`, `set-primary`, `unset-primary`, and newer ones. A
   * modifier that changes something other than its parent has a type of its own, such as `increment of unit`.
   */
  readonly type: string;
  /** `name`, `hidden`, `category`, `error` (`value` says what is wrong), or the id of a constraint, a type of cost or a characteristic. */
  readonly field: string;
  readonly value: string;
  /** The conditions of the modifier and of all the groups that it stands in. */
  readonly when: Requirement;
  readonly repeats: readonly Repeat[];
}
