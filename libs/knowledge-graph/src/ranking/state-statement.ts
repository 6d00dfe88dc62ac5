import {
  type Availability,
  isUnavailable,
  readStatus,
  readTie,
  type RelationState,
  type Tie,
} from '@arbiter/changelog';
import { nameOf, wordRelation } from '../views/wording.js';
import type { World } from '../world/world.js';
import { isAskedFor, type QuestionTarget, wordsRelation, YES_NO } from './question-target.js';

/** What the changelog itself answers. */
export interface StateStatement {
  /** A sentence. */
  readonly text: string;
  /** The session that told it. */
  readonly session: number;
  /** Entities of the sentence, by id: a record that names them shows it. */
  readonly entities: readonly string[];
  /** As the question's target. */
  readonly asks: QuestionTarget['asks'];
}

/** How well a description fits, and how much better than the next, before it counts as a name. */
const CLEARLY = 0.5;
const BY_FAR = 0.2;

const BECAME = /\b(?:become of|became of|happened to|status of|how is|how are|changed for)\b/i;

/**
 * Answers a question from the changelog alone, where it is one of these about one entity that it names: who or what stands in a
 * relation that a session told ("Who leads the guild now?"), whether it can be used ("Is the bridge still open?"), and what became
 * of it.
 *
 * @returns null for every other question
 */
export function stateStatementOf(question: string, target: QuestionTarget, world: World): StateStatement | null {
  const changed = subjectsOf(target)
    .map((node) => world.graph.entities[node]?.id ?? '')
    .filter((id) => hasChanged(world, id));
  const [subject] = changed;
  if (subject === undefined || changed.length > 1) return null;
  if (target.asks === 'kind') return target.isPresent ? relationStatement(question, target, world, subject) : null;
  if (YES_NO.test(question) && target.named.size < 2) return yesNoStatement(question, world, subject);
  return BECAME.test(question) && target.named.size < 2 ? fateStatement(world, subject) : null;
}

/** The entities that it names; if none, the one that it clearly describes. */
function subjectsOf({ named, described }: QuestionTarget): number[] {
  if (named.size > 0) return [...named];
  const [best, second] = [...described].sort((a, b) => b[1] - a[1]);
  return best && best[1] >= CLEARLY && best[1] - (second?.[1] ?? 0) >= BY_FAR ? [best[0]] : [];
}

function hasChanged(world: World, id: string): boolean {
  return world.standingOf(id).since !== null || world.relationsOf(id).some(({ since }) => since !== null);
}

/** The relations that hold, were told by a session, are worded by the question and lead to what is asked for. */
function relationStatement(
  question: string,
  target: QuestionTarget,
  world: World,
  subject: string,
): StateStatement | null {
  const ties = tiesOf(question);
  const isWorded = (type: string): boolean => wordsRelation(target, type) || ties.has(readTie(type)?.tie);
  const answers = world.relationsOf(subject).filter(({ from, to, type, since, ended }) => {
    const other = world.graph.entity(from === subject ? to : from);
    return since !== null && ended === null && other !== undefined && isWorded(type) && isAskedFor(target, other);
  });
  const others = new Set(answers.map(({ from, to }) => (from === subject ? to : from)));
  const [answer] = answers;
  if (!answer?.since || others.size !== 1 || [...others].some((id) => world.isUnavailable(id))) return null;
  const { session } = answer.since;
  return {
    text: `${clauseOf(world, answer)} since session ${session}.`,
    session,
    entities: [answer.from, answer.to],
    asks: 'kind',
  };
}

/** Ties that a question words: "leads", "holds". Only "where" asks for a place, since "at present" names none. */
function tiesOf(question: string): ReadonlySet<Tie | undefined> {
  const words = question.toLowerCase().split(/[^\p{L}]+/u);
  const ties = new Set<Tie | undefined>(words.map((word) => readTie(word)?.tie).filter((tie) => tie !== 'place'));
  ties.delete(undefined);
  if (words.includes('where')) ties.add('place');
  // "To whom does it belong?"
  if (words.some((word) => /^belongs?$/.test(word))) ties.add('keep');
  return ties;
}

function clauseOf(world: World, { from, type, to }: RelationState): string {
  return wordRelation(nameOf(world, from), type, nameOf(world, to));
}

function yesNoStatement(question: string, world: World, subject: string): StateStatement | null {
  const asked = askedState(question);
  const standing = world.standingOf(subject);
  if (asked === null || standing.since === null || standing.availability === 'unknown') return null;
  const isSo = isUnavailable(asked) === isUnavailable(standing.availability);
  // "Is it closed?" of something that burned down is neither.
  if (isUnavailable(asked) && isSo && asked !== standing.availability) return fateStatement(world, subject);
  const fate = fateStatement(world, subject);
  return fate && { ...fate, text: `${isSo ? 'Yes' : 'No'}: ${fate.text}` };
}

/** The state that a yes-or-no question is about: "alive", "in use", "closed". */
function askedState(question: string): Availability | null {
  const words = question
    .toLowerCase()
    .split(/[\s?.!]+/)
    .filter((word) => word !== '');
  for (let length = 3; length > 0; length -= 1) {
    const tail = words
      .slice(-length)
      .join(' ')
      .replace(/\b(?:again|now|today|still|yet)\b/g, '')
      .trim();
    const state = tail === '' ? 'unknown' : readStatus(tail);
    if (state !== 'unknown') return state;
  }
  return null;
}

function fateStatement(world: World, subject: string): StateStatement | null {
  const { status, availability, since, chain } = world.standingOf(subject);
  if (since === null || chain !== null) return null;
  const name = nameOf(world, subject);
  const place = world
    .relationsOf(subject)
    .find(
      ({ from, type, ended, since: told }) =>
        from === subject && ended === null && told?.session === since.session && type === 'located_in',
    );
  const where = place ? ` and is in ${nameOf(world, place.to)}` : '';
  return {
    text: `${name} is ${status ?? availability} since session ${since.session}${where}.`,
    session: since.session,
    entities: [subject, ...(place ? [place.to] : [])],
    asks: 'subject',
  };
}
