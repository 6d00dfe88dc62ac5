import type { KnownEntity } from '@arbiter/changelog';
import type { Happening } from '../happenings/happening.js';
import { Discourse } from '../reading/discourse.js';
import type { KnownNames } from '../reading/known-names.js';
import { readNodes } from '../reading/nodes.js';
import type { Statement } from '../reading/read-statements.js';

const CORRECTION =
  /\b(?:correction|corrected|corrigendum|erratum|amend(?:ed|ment)?|should read|should have read|mistyped|wrong entry|entered in error|typo)\b/i;

/** "lift A, not B", "it was AT-23 that failed, not AT-22" */
const NOT = /,?\s(?:and\s)?(?:not|instead of|rather than)\s/i;

/**
 * Reads a correction of an earlier entry and carries what it says of the wrong entity over to the right one.
 *
 * @returns whether the statement was one
 */
export function applyCorrection(statement: Statement, happenings: Happening[], names: KnownNames): boolean {
  if (!CORRECTION.test(statement.text)) return false;
  const cut = NOT.exec(statement.text);
  if (!cut) return false;
  const right = lastNamed(statement.text.slice(0, cut.index), names);
  const wrong =
    firstNamed(statement.text.slice(cut.index + cut[0].length), names) ??
    sibling(right, statement.text.slice(cut.index + cut[0].length), names);
  if (!right || !wrong || right === wrong) return false;
  for (const [index, one] of happenings.entries())
    if (one.what === 'state' && one.entity === wrong) happenings[index] = { ...one, entity: right };
  return true;
}

function firstNamed(text: string, names: KnownNames): KnownEntity | null {
  return (
    readNodes(text, 0, [], names, new Discourse(names)).find(({ entity, indirect }) => entity && !indirect)?.entity ??
    null
  );
}

function lastNamed(text: string, names: KnownNames): KnownEntity | null {
  return (
    readNodes(text, 0, [], names, new Discourse(names)).findLast(({ entity, indirect }) => entity && !indirect)
      ?.entity ?? null
  );
}

/** "lift A, not B": the name with its last word replaced. */
function sibling(right: KnownEntity | null, rest: string, names: KnownNames): KnownEntity | null {
  const word = /^[\p{L}\p{N}-]+/u.exec(rest.trim())?.[0];
  if (!right || word === undefined) return null;
  return firstNamed(`${right.name.split(' ').slice(0, -1).join(' ')} ${word}`, names);
}
