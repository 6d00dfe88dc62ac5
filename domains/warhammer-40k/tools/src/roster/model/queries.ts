/**
 * What a constraint, a condition or a repeat counts. Names and defaults are those of the published schema of the format
 * (2.03); a value that a newer editor has added is kept as it stands and judged where it is used.
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
   * `set`, `increment`, `decrement`, `multiply`, `append`, `add`, `remove`, `set-primary`, `unset-primary`, and newer ones. One
   * that changes something else than what it stands in has another type than all these, such as `increment of unit`.
   */
  readonly type: string;
  /** `name`, `hidden`, `category`, `error` (`value` says what is wrong), or the id of a constraint, a type of cost or a characteristic. */
  readonly field: string;
  readonly value: string;
  /** The conditions of the modifier and of all the groups that it stands in. */
  readonly when: Requirement;
  readonly repeats: readonly Repeat[];
}
