import type { ExtractedEntity } from '../extraction.js';
import { conceptsOf } from '../reading/concepts.js';
import { bestOf, sumVotes } from '../names/candidates.js';
import { foldName, honorificOf, isCode, isNumbered, looksPersonal, provesPerson } from '../names/name-forms.js';

/** Types conflict if each is well founded and nothing in the other speaks for it. */
const FOUNDED = 4;

/** Whether two entities with a name in common may be one thing. */
export function mayBeOne(a: ExtractedEntity, b: ExtractedEntity): boolean {
  const bothDescribed = a.describedIn.length > 0 && b.describedIn.length > 0;
  if (bothDescribed && new Set([...a.describedIn, ...b.describedIn]).size > 1) return false;
  const [typeA, weightA] = bestTypeOf(a);
  const [typeB, weightB] = bestTypeOf(b);
  if (typeA === null || typeB === null || typeA === typeB) return true;
  const isFounded = weightA >= FOUNDED && weightB >= FOUNDED;
  return !(isFounded && (a.typeVotes[typeB] ?? 0) === 0 && (b.typeVotes[typeA] ?? 0) === 0);
}

type BestType = ReturnType<typeof bestOf>;

/** An entity is compared with all others of its names. */
const bestTypes = new WeakMap<ExtractedEntity, BestType>();

function bestTypeOf(entity: ExtractedEntity): BestType {
  const known = bestTypes.get(entity);
  if (known) return known;
  const best = bestOf(sumVotes([Object.entries(entity.typeVotes), Object.entries(entity.nameVotes)]));
  bestTypes.set(entity, best);
  return best;
}

export interface NameParts {
  /** A name of several words, without a title. */
  readonly long: boolean;
  /** What other names are looked up by: the one word of a short name, the first of a long one. */
  readonly part: string;
  readonly head: string;
  /** A title of a person before one word: "Dr Quennell". */
  readonly isTitled: boolean;
  readonly isPersonal: boolean;
}

export function partsOf({ name, nameVotes, type }: ExtractedEntity): NameParts {
  const honorific = honorificOf(name);
  const isTitled = honorific !== '' && provesPerson(honorific);
  const rest = isTitled ? name.slice(honorific.length + 1) : name;
  const words = foldName(rest).split(' ');
  const long = words.length > 1 && !isCode(name);
  const [part = ''] = words;
  return {
    long,
    part,
    head: words.at(-1) ?? '',
    isTitled,
    isPersonal: long && looksPersonal(rest) && (type === null || (nameVotes[type] ?? 0) > 0),
  };
}

/** "Redmoor General" and "Redmoor General Hospital". */
function isKindOnly(rest: string): boolean {
  return !rest.includes(' ') && conceptsOf(rest).length > 0 && conceptsOf(rest)[0] !== 'person';
}

/** One is the other without the noun at the end; no number or code. */
export function isSimilar(a: ExtractedEntity, b: ExtractedEntity): boolean {
  if (isNumbered(a.name) || isCode(a.name) || isNumbered(b.name)) return false;
  const [x, y] = [foldName(a.name), foldName(b.name)];
  const [short, long] = x.length < y.length ? [x, y] : [y, x];
  return long.startsWith(`${short} `) && short.includes(' ') && isKindOnly(long.slice(short.length + 1));
}
