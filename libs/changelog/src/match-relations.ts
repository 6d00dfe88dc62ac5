import { isUnavailable, readStatus } from './read-status.js';
import { isInverseType, isSameRelationType, readTie, type Relation } from './relation-types.js';

/** Whether a relation is the one that an update names, in its words or in those for the other way round. */
export function isNamed(relation: Relation, named: Relation): boolean {
  const isBetween = relation.from === named.to || relation.to === named.to;
  return isBetween && (isSameRelationType(relation.type, named.type) || isInverse(relation, named));
}

/** Whether a relation words another the other way round: `kept_by` from B for `keeps` from A. */
export function isInverse(relation: Relation, other: Pick<Relation, 'from' | 'type'>): boolean {
  return relation.to === other.from && isInverseType(relation.type, other.type);
}

/** Whether two relations of a pair tie it alike: the same end depends on the same other. */
export function isSameTie(relation: Relation, other: Relation): boolean {
  const [tie, others] = [readTie(relation.type), readTie(other.type)];
  if (!tie || tie.tie !== others?.tie) return false;
  const dependent = tie.anchor === 'from' ? relation.to : relation.from;
  return relation[tie.anchor] === other[others.anchor] && dependent === other[others.anchor === 'from' ? 'to' : 'from'];
}

/** A stance such as `hostile` or `allied_with` holds in both directions, and there is one of a pair at a time. */
const STANCE = /^(?:allied|ally|friendly|neutral|wary|hostile|enemy|at_war|rival|opposed|trusted|suspicious)(?:_|$)/;

export function isStance(type: string): boolean {
  return STANCE.test(type);
}

export function isOver(status: string): boolean {
  if (/^(?:none|nothing|null|-)$/i.test(status.trim())) return true;
  const availability = readStatus(status);
  return isUnavailable(availability) && availability !== 'hostile';
}
