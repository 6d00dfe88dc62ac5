import type { RelatedThing } from '../extraction.js';
import type { Unit } from '../reading/read-layout.js';
import type { Mention } from './name-index.js';
import type { RelationReader, Told } from './relation-reader.js';

const LISTED =
  /^(?:,|,? and|,? or|,? as well as|,? but also|, that is for| and also)(?: for| to| by| in| of| with)?(?: the)? $/;
const BARE_LIST = /^(?:,|,? and|,? or| &)(?: the)? $/;
/** A list of subjects begins a clause, perhaps after "At present" or in parentheses. */
const LIST_BEGINS =
  /(?:^|[;:(] )(?:[-*•] )?(?:(?:At|In|Since|Today|Now|Currently|From|For|Until)(?: [\p{Ll}\d]+){0,3},? )?(?:[Bb]oth )?(?:[Tt]he )?$|\((?:[Tt]he )?$/u;
/** "leads X, and Ben Moss the", "reports to X, and Ben Moss to": the verb is left out the second time. */
const GAP_SUBJECT = /^[,;]? (?:and|while|whereas|but)(?: the)? $|^[,;] (?:the )?$/;
const GAP_OBJECT = /^,?(?: (to|by|in|from|of|after|on|for|at|with|under))?(?: the)? $/;

/**
 * Repeats the last relation for what is coordinated with its ends: "keeps A, B and C", "A and B are run by C",
 * "A reports to X, and B to Y".
 */
export function readCoordinated(
  unit: Unit,
  all: readonly Mention[],
  from: number,
  to: number,
  told: Told[],
  relations: RelationReader,
): void {
  const base = told.at(-1);
  const [first, second] = [all[from], all[to]];
  if (!base || !first || !second) return;
  const gapAfter = (at: number): string => {
    const [one, other] = [all[at], all[at + 1]];
    return one && other ? unit.text.slice(one.end - unit.start, other.start - unit.start) : '\n';
  };
  const isAlike = (one: RelatedThing, other: RelatedThing): boolean =>
    one.type === other.type || relations.isPerson(one) === relations.isPerson(other);

  let next = to + 1;
  for (; next < all.length; next++) {
    const other = all[next];
    if (!other) break;
    const gap = gapAfter(next - 1);
    const isOtherEnd = base.reading.type === 'connects' && /^ (?:to|with)(?: the)? $/.test(gap);
    const isListed = LISTED.test(gap) && !isSubjectOf(unit, other);
    const isSameKind = / (?:in|on|at|to|by|of|for|with) /.test(gap)
      ? other.entity.type === second.entity.type
      : isAlike(other.entity, second.entity);
    if (!(isListed || isOtherEnd) || !isSameKind) break;
    if (other.entity.id !== first.entity.id) told.push({ ...base, second: other.entity });
  }
  for (let back = from - 1; back >= 0; back--) {
    const other = all[back];
    if (!other || !BARE_LIST.test(gapAfter(back)) || !isAlike(other.entity, first.entity)) break;
    // In "of Ada and Ben" they are no subjects.
    const list = all[firstOfList(unit, all, back)];
    if (!list || !LIST_BEGINS.test(unit.text.slice(0, list.start - unit.start))) break;
    if (other.entity.id !== second.entity.id) told.push({ ...base, first: other.entity });
  }
  readOuterPlace(unit, all, to, told, relations);
  const [subject, object] = [all[next], all[next + 1]];
  if (!subject || !object || subject.form !== undefined || !GAP_SUBJECT.test(gapAfter(next - 1))) return;
  const [, preposition] = GAP_OBJECT.exec(gapAfter(next)) ?? ['', undefined];
  const between = unit.text.slice(first.end - unit.start, second.start - unit.start);
  const isSameFrame =
    GAP_OBJECT.test(gapAfter(next)) &&
    (preposition === undefined
      ? !/ (?:to|by|in|from|of|after|on|for|at|with|under)(?: the)? $/.test(between)
      : between.includes(` ${preposition} `));
  if (
    isSameFrame &&
    isAlike(subject.entity, first.entity) &&
    isAlike(object.entity, second.entity) &&
    !BARE_LIST.test(gapAfter(next))
  )
    told.push({ ...base, first: subject.entity, second: object.entity });
}

/** "stands on Hollin Square in Tallowgate": what is in a place is in the place around it. */
function readOuterPlace(
  unit: Unit,
  all: readonly Mention[],
  at: number,
  told: Told[],
  relations: RelationReader,
): void {
  const base = told.at(-1);
  const [inner, outer] = [all[at], all[at + 1]];
  if (!base || !inner || !outer || base.second.id !== inner.entity.id) return;
  const gap = unit.text.slice(inner.end - unit.start, outer.start - unit.start);
  const placed = relations.readPlace(base.first, inner.entity);
  const isPlace = placed !== null && placed.type === base.reading.type && placed.forward === base.reading.forward;
  if (!isPlace || !/^ (?:in|on|at) (?:the )?$/.test(gap) || outer.entity.id === base.first.id) return;
  const reading = relations.readPlace(base.first, outer.entity);
  if (reading) told.push({ ...base, second: outer.entity, reading });
}

/** Whether a mention begins a clause of its own: a verb follows it. */
function isSubjectOf(unit: Unit, { end }: Mention): boolean {
  return /^ (?:is|are|was|were|has|have|had|to|by) /.test(unit.text.slice(end - unit.start, end - unit.start + 8));
}

/** Where the list begins that a mention is in. */
function firstOfList(unit: Unit, all: readonly Mention[], at: number): number {
  let first = at;
  while (first > 0) {
    const [one, other] = [all[first - 1], all[first]];
    if (!one || !other || !BARE_LIST.test(unit.text.slice(one.end - unit.start, other.start - unit.start))) break;
    first--;
  }
  return first;
}
