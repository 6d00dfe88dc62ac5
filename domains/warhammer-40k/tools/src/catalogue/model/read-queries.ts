import { flagOf, listOf, mapList, numberOf, textOf, type CatalogueRecord } from './catalogue-record.js';
import type { Condition, Constraint, Modifier, Query, Repeat, Requirement } from './catalogue.js';

const NO_CONSTRAINTS: readonly Constraint[] = Object.freeze([]);
const NO_MODIFIERS: readonly Modifier[] = Object.freeze([]);

export function readConstraints(record: CatalogueRecord): readonly Constraint[] {
  if (record.constraints === undefined) return NO_CONSTRAINTS;
  return listOf(record, 'constraints').flatMap((one): Constraint[] => {
    const type = textOf(one, 'type');
    const [id, query] = [textOf(one, 'id'), readQuery(one)];
    // A newer editor's short form of a minimum and a maximum that are equal; modifiers name both by the one id.
    if (type === 'exactly')
      return [
        { ...query, id, type: 'min' },
        { ...query, id, type: 'max' },
      ];
    return type === 'min' || type === 'max' ? [{ ...query, id, type }] : [];
  });
}

/** The modifiers of a node, those in groups as if each stood alone under all the conditions of its groups. */
export function readModifiers(record: CatalogueRecord): readonly Modifier[] {
  if (record.modifiers === undefined && record.modifierGroups === undefined) return NO_MODIFIERS;
  return modifiersIn(record, [], []);
}

function modifiersIn(
  record: CatalogueRecord,
  outer: readonly Requirement[],
  outerRepeats: readonly Repeat[],
): Modifier[] {
  const own = mapList(record, 'modifiers', (one) => ({
    type: typeOfModifier(one),
    field: textOf(one, 'field'),
    value: textOf(one, 'value'),
    when: all([...outer, ...requirementsOf(one)]),
    repeats: [...outerRepeats, ...mapList(one, 'repeats', readRepeat)],
  }));
  const grouped = listOf(record, 'modifierGroups').flatMap((group) =>
    modifiersIn(
      group,
      [...outer, ...requirementsOf(group)],
      [...outerRepeats, ...mapList(group, 'repeats', readRepeat)],
    ),
  );
  return [...own, ...grouped];
}

/** Newer editors let a modifier change elements other than its parent: `scope="unit"`, `affects="self.entries.…"`. */
function typeOfModifier(record: CatalogueRecord): string {
  const others = [textOf(record, 'scope'), textOf(record, 'affects')].filter((one) => one !== '' && one !== 'self');
  return [textOf(record, 'type'), ...others].join(' of ');
}

function requirementsOf(record: CatalogueRecord): Requirement[] {
  return [
    ...mapList(record, 'conditions', (one): Requirement => ({ kind: 'condition', condition: readCondition(one) })),
    ...mapList(record, 'conditionGroups', readGroup),
    ...mapList(record, 'localConditionGroups', (group): Requirement => ({
      kind: 'counted',
      condition: readCondition(group),
      of: requirementsOf(group),
    })),
  ];
}

const KINDS_OF_GROUP = new Map<string, 'all' | 'any' | 'none'>([
  ['', 'all'],
  ['and', 'all'],
  ['or', 'any'],
  ['not', 'none'],
]);

function readGroup(record: CatalogueRecord): Requirement {
  const type = textOf(record, 'type');
  const kind = KINDS_OF_GROUP.get(type);
  // A group of unknown type never holds, and is reported where it is evaluated.
  return kind
    ? { kind, of: requirementsOf(record) }
    : { kind: 'condition', condition: { ...readCondition(record), type: `group ${type}` } };
}

function all(of: readonly Requirement[]): Requirement {
  const [only, ...rest] = of;
  return only && rest.length === 0 ? only : { kind: 'all', of };
}

function readCondition(record: CatalogueRecord): Condition {
  return { ...readQuery(record), type: textOf(record, 'type'), childId: textOf(record, 'childId') };
}

function readRepeat(record: CatalogueRecord): Repeat {
  return {
    ...readQuery(record),
    childId: textOf(record, 'childId'),
    repeats: numberOf(record, 'repeats', 1),
    roundUp: flagOf(record, 'roundUp'),
  };
}

function readQuery(record: CatalogueRecord): Query {
  return {
    field: textOf(record, 'field') || 'selections',
    scope: textOf(record, 'scope') || 'parent',
    shared: flagOf(record, 'shared', true),
    includeChildSelections: flagOf(record, 'includeChildSelections'),
    includeChildForces: flagOf(record, 'includeChildForces'),
    percentValue: flagOf(record, 'percentValue'),
    value: numberOf(record, 'value', 0),
  };
}
