import type { RelatedThing } from '../extraction.js';
import { certaintyOf } from '../reading/certainty.js';
import type { Unit } from '../reading/read-layout.js';
import type { Discourse } from './discourse.js';
import { readCoordinated } from './coordination.js';
import type { Mention } from './name-index.js';
import { readOuter } from './outer-patterns.js';
import { type Pair, readBetween } from './relation-patterns.js';
import type { Reading, RelationReader, Told } from './relation-reader.js';

/** How many mentions further a relation may reach. */
const REACH = 4;

/** Reads the relations of a sentence or a list item, from the words between each two mentions. */
export function readSentence(
  unit: Unit,
  mentions: readonly Mention[],
  stand: Mention | undefined,
  discourse: Discourse,
  relations: RelationReader,
): Told[] {
  const told: Told[] = [];
  const named = stand && !(mentions[0] && mentions[0].start < stand.end) ? [stand, ...mentions] : mentions;
  const all = discourse.resolve(unit, named);
  /** @param from where in the sentence the statement begins, @param to where it ends */
  const add = (
    first: RelatedThing,
    second: RelatedThing,
    reading: Reading | null,
    from: number,
    to: number,
  ): boolean => {
    if (!reading || first.id === second.id) return false;
    const certainty = certaintyOf(unit.text, from, to);
    if (certainty === 'untold') return false;
    told.push({ first, second, reading, start: unit.start, end: unit.end, isDoubtful: certainty === 'doubtful' });
    return true;
  };
  for (const [at, second] of all.entries()) {
    for (let back = at - 1; back >= Math.max(0, at - REACH); back--) {
      const first = all[back];
      if (!first) continue;
      const pair: Pair = {
        first: first.entity,
        second: second.entity,
        between: flatten(unit, all.slice(back + 1, at), first, second.start),
        before: unit.text.slice(0, Math.max(0, first.start - unit.start)),
        after: (second.form === 'own' ? "'s" : '') + unit.text.slice(second.end - unit.start),
      };
      const isSubject = first === stand || /^(?:(?:The|An?) )?$/.test(pair.before);
      const clause = isSubject ? lastClause(pair.between) : undefined;
      const whole = readBetween(pair, relations) ?? readOuter(pair, relations);
      const isBeside = back === at - 1 && pair.between.length < 90 && !/[.:;!?] |, (?:and|but) /.test(pair.between);
      const reading =
        whole ??
        (clause === undefined ? null : readBetween({ ...pair, between: clause }, relations)) ??
        (isBeside && !/^['’]s /.test(pair.after)
          ? (relations.byPhrase(pair.between, first.entity, second.entity) ??
            relations.byWords(pair.between, first.entity, second.entity))
          : null);
      // What another predicate of the subject denies or plans says nothing of this one.
      const from = whole || clause === undefined ? first.start : Math.max(first.start, second.start - clause.length);
      if (add(pair.first, pair.second, reading, from - unit.start, second.end - unit.start)) {
        readCoordinated(unit, all, back, at, told, relations);
        break;
      }
    }
  }
  return told;
}

/** The text between two mentions; mentions in between lose their words in parentheses and appositions. */
function flatten(unit: Unit, between: readonly Mention[], first: Mention, to: number): string {
  let text = first.form === 'own' ? "'s" : '';
  let at = first.end;
  for (const mention of between) {
    if (mention.form !== undefined) continue;
    text += `${unit.text.slice(at - unit.start, mention.start - unit.start)}§`;
    at = mention.end;
  }
  text += unit.text.slice(at - unit.start, to - unit.start);
  // "- Hanna Lind: engineer in the Platform team"
  if (first.form === 'described') text = ` is ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
  if (first.form === 'left out') text = ` ${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;
  return (unit.kind === 'item' ? text.replace(/^(?::| [–—-]) /, ', ') : text)
    .replace(/\s+/g, ' ')
    .replace(/^\)(?= )/, '')
    .replace(/^ of \d{1,4} /, ' ')
    .replace(/ \([^()]{0,60}\)/g, '')
    .replace(/^, (?:which|who) [^,]{1,60}, (?=\p{Ll})/u, ' ')
    .replace(/^ the \p{Ll}{3,20} (?=\p{Ll}+s )/u, ' ')
    .replace(/^ (?:of|from|in|at) (?:the )?§(?=[, ])/, '')
    .replace(/\b(the|an?) § (?=\p{Ll}+ (?:of|for|in|at|to) )/u, '$1 ');
}

/** "has 64 members and meets in the": the last verb of a subject with several; "is 58, a descendant of": the last noun of a copula. */
function lastClause(between: string): string | undefined {
  const at = Math.max(
    between.lastIndexOf(' and '),
    between.lastIndexOf(', '),
    between.lastIndexOf('; '),
    between.lastIndexOf(' but '),
  );
  if (at <= 0 || between.length > 160) return undefined;
  const isAnd = /^ (?:and|but) $/.test(between.slice(at, at + 5));
  const clause = between.slice(isAnd ? at + 4 : at + 1);
  if (
    /^ (?:an?|the) /.test(clause) &&
    (isAnd || (/^ (?:is|was) /.test(between) && !between.slice(0, at).includes('§')))
  )
    return ` is${clause}`;
  return /^ \p{Ll}{3,}s /u.test(clause) ||
    /^ (?:is|was|led|run|at war|\p{Ll}{2,}(?:ed|en|t|n|d)(?: (?:in|since|on) [\p{L}\d]+)? by) /u.test(clause)
    ? clause
    : undefined;
}
