import type { Condition, Constraint, Modifier, Query, Repeat, Requirement } from '../model/catalogue.js';
import type { DataSet } from '../resolve/data-set.js';
import { plainLine, plainNumber } from './plain-words.js';

const SCOPES: Readonly<Record<string, string>> = {
  self: 'it',
  parent: 'what holds it',
  ancestor: 'what holds it',
  unit: 'its unit',
  model: 'its model',
  'model-or-unit': 'its model or unit',
  'root-entry': 'its unit',
  force: 'the force',
  roster: 'the roster',
  'primary-catalogue': 'the army',
};

/** Names of the things that a query without an entry counts. */
const KINDS: Readonly<Record<string, string>> = {
  '': 'selections',
  any: 'selections',
  model: 'models',
  unit: 'units',
  upgrade: 'options',
};

const COMPARISONS: Readonly<Record<string, string>> = {
  atLeast: 'at least',
  atMost: 'at most',
  lessThan: 'fewer than',
  greaterThan: 'more than',
  equalTo: 'exactly',
  notEqualTo: 'not exactly',
  greaterThanOrEqualTo: 'at least',
};

/**
 * "if at least 6 Trooper in its unit"; empty for what always holds.
 *
 * @param own id of the entry that it is said of, which then is "it"
 */
export function describeCondition(requirement: Requirement, data: DataSet, own = ''): string {
  const said = sayRequirement(requirement, data, own);
  return said === '' ? '' : `if ${said}`;
}

/** "for every 5 Trooper in its unit"; empty for a modifier that counts once. */
export function describeRepeats({ repeats }: Modifier, data: DataSet): string {
  return repeats
    .map((repeat) => `for every ${counted(repeat, repeat.value, data)} in ${scopeOf(repeat, data)}`)
    .join(' and ');
}

/** "at most 3 in the roster"; empty for a limit that limits nothing. */
export function describeConstraint(constraint: Constraint, data: DataSet): string {
  const { type, value } = constraint;
  if (value < 0 || (type === 'min' && value === 0)) return '';
  const percent = constraint.percentValue ? ' %' : '';
  const what =
    constraint.field === 'selections' || constraint.field === 'forces' ? '' : ` ${data.nameOf(constraint.field)}`;
  return `at ${type === 'min' ? 'least' : 'most'} ${plainNumber(value)}${percent}${what} in ${scopeOf(constraint, data)}`;
}

function sayRequirement(requirement: Requirement, data: DataSet, own: string): string {
  if (requirement.kind === 'condition') return sayCondition(requirement.condition, data, own);
  const parts = requirement.of.map((one) => sayRequirement(one, data, own)).filter((part) => part !== '');
  if (requirement.kind === 'counted') {
    const { condition } = requirement;
    const which = parts.length === 0 ? '' : ` for which ${parts.join(' and ')}`;
    return `${sayCondition(condition, data, own)}${which}`;
  }
  const joined = parts.join(requirement.kind === 'all' ? ' and ' : ' or ');
  if (requirement.kind === 'none') return joined === '' ? '' : `not (${joined})`;
  return parts.length > 1 && requirement.kind === 'any' ? `(${joined})` : joined;
}

function sayCondition(condition: Condition, data: DataSet, own: string): string {
  const scope = condition.scope === own ? 'it' : scopeOf(condition, data);
  const child = plainLine(data.nameOf(condition.childId));
  if (condition.type === 'instanceOf') return `${scope} is or has ${child}`;
  if (condition.type === 'notInstanceOf') return `${scope} is not and has no ${child}`;
  if (condition.type === 'before') return `${scope} comes earlier in the list`;
  const comparison = COMPARISONS[condition.type] ?? condition.type;
  return `${comparison} ${counted(condition, condition.value, data)} in ${scope}`;
}

function counted(query: Query & Pick<Repeat, 'childId'>, value: number, data: DataSet): string {
  const percent = query.percentValue ? ' %' : '';
  const unit =
    query.field === 'selections' || query.field === 'forces' ? '' : ` ${plainLine(data.nameOf(query.field))} of`;
  const what = KINDS[query.childId] ?? plainLine(data.nameOf(query.childId));
  return `${plainNumber(value)}${percent}${unit} ${what}`;
}

function scopeOf({ scope }: Query, data: DataSet): string {
  return SCOPES[scope] ?? plainLine(data.nameOf(scope));
}
