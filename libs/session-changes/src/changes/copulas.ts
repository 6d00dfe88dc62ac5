import { type Availability, isUnavailable, readStatus } from '@arbiter/changelog';
import type { Predicate } from '../grammar/predicate.js';
import { participleOf } from '../english/verb-forms.js';
import type { Node } from '../reading/nodes.js';
import { type ReadingContext, type StateHappening, happening } from '../happenings/happening.js';
import { affected, ofPart, wordsOf } from './patients.js';
import { readState } from './read-state.js';

/** "X is out of service", "X became hostile". */
export function readCopula(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const phrase = readState(nodes, predicate.at + 1, predicate.end, context.vocabulary);
  // "It is not.": what was reported is denied.
  if (!phrase && isBareDenial(nodes, predicate))
    return predicate.subject.entities.map((entity) =>
      happening(entity, { ...predicate, standing: 'denied' }, 'denied', 'unknown', context, { isEvent: false }),
    );
  if (!phrase || phrase.availability === 'unknown') return [];
  if (
    isHabit(wordsOf(nodes, predicate.from - 4 < 0 ? 0 : predicate.from - 4, Math.min(nodes.length, predicate.end + 1)))
  )
    return [];
  if (predicate.lemma === 'fall' || predicate.lemma === 'turn' || predicate.lemma === 'run') {
    if (!isUnavailable(phrase.availability)) return [];
  }
  let { status } = phrase;
  let availability: Availability = phrase.availability;
  if (predicate.negated && !/^(?:not|no longer) /.test(status)) {
    status = `not ${status}`;
    availability = readStatus(status, context.vocabulary);
  }
  const isDenial = status.startsWith('not ') && !isUnavailable(availability);
  const standing =
    predicate.standing === 'denied'
      ? isDenial
        ? 'denied'
        : 'fact'
      : isDenial && predicate.standing === 'fact'
        ? 'denied'
        : predicate.standing;
  const isEvent =
    !/^(?:be|remain|stay|keep|stand|lie|sit|run)$/.test(predicate.lemma) ||
    /^(?:back|no longer)\b/.test(status) ||
    /^(?:re\w+ed|freed|released|restored|recovered|returned|lifted)\b/.test(status);
  return affected(predicate.subject, status, context).map((entity) =>
    happening(entity, { ...predicate, standing }, status, availability, context, {
      isEvent,
      question: ofPart(predicate.subject, entity, status),
    }),
  );
}

/** "declared FP-2 inoperable", "was taken out of service", "switched off". */
export function readLight(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { lemma, object, subject, passive, at, end } = predicate;
  const phrase =
    readLightPhrase(
      nodes,
      lemma,
      passive || object.entities.length === 0 ? at + 1 : afterObject(nodes, at + 1, end),
      end,
      context,
    ) ?? (object.entities.length > 0 ? null : null);
  if (!phrase) return [];
  // "P-101 taken offline", as logs write.
  const isReducedLine =
    object.entities.length === 0 && subject.entities.some((entity) => context.names.kindOf(entity) !== 'person');
  const patients =
    passive || isReducedLine
      ? subject
      : object.entities.length > 0 || object.of
        ? object
        : /^(?:take|put|bring|set|make|mark|enter|book|declare|find|report|log|sign|tag|write)$/.test(lemma) &&
            object.noun !== ''
          ? { entities: [], noun: object.noun, of: null }
          : subject;
  return affected(patients, phrase.status, context).map((entity) =>
    happening(
      entity,
      {
        ...predicate,
        standing:
          predicate.standing === 'fact'
            ? /^(?:report|call|deem)$/.test(lemma)
              ? 'report'
              : 'fact'
            : predicate.standing,
      },
      phrase.status,
      phrase.availability,
      context,
      { isEvent: true, question: ofPart(patients, entity, phrase.status) },
    ),
  );
}

function readLightPhrase(
  nodes: readonly Node[],
  lemma: string,
  from: number,
  end: number,
  context: ReadingContext,
): { status: string; availability: Availability } | null {
  let start = from;
  const filler = (word: string): boolean => /^(?:up|down|now|again|then|also|in|out)$/.test(word);
  let skip = from;
  while (skip < end && filler(nodes[skip]?.word ?? '')) skip++;
  if (nodes[skip]?.word === 'as') start = skip;
  if (/^(?:as|to)$/.test(nodes[start]?.word ?? '')) start++;
  if (nodes[start]?.word === 'be') start++;
  const particle = nodes[start]?.word ?? '';
  if (particle === 'away' && /^(?:sweep|wash)$/.test(lemma))
    return { status: `${participleOf(lemma)} away`, availability: 'gone' };
  if (particle === 'away' && lemma !== 'sweep') return null;
  // "switched off", "shut down", "written off"
  const compound = `${lemma} ${particle}`;
  const known = PHRASAL.find(([pattern]) => pattern.test(compound));
  if (known) return { status: known[1], availability: readStatus(known[1], context.vocabulary) };
  const phrase = readState(nodes, start, end, context.vocabulary);
  return phrase && phrase.availability !== 'unknown' ? phrase : null;
}

/** Verbs with a particle that mean a state which neither of both tells alone. */
const PHRASAL: readonly (readonly [RegExp, string])[] = [
  [/^(?:switch|turn|power|shut) off$/, 'switched off'],
  [/^(?:shut|close|stand|power|take|lock|lay|go) down$/, 'shut down'],
  [/^(?:write|strike|rule) off$/, 'written off'],
  [/^(?:lay) up$/, 'laid up'],
  [/^(?:seal|lock|cordon|block|close|tape|tag) off$/, 'sealed off'],
  [/^(?:lock|tag) out$/, 'tagged out'],
  [/^sign out$/, 'signed out'],
  [/^sweep away$/, 'swept away'],
  [/^(?:tear|pull|burn|knock) down$/, 'destroyed'],
  [/^(?:burn) out$/, 'burned out'],
  [/^(?:switch|turn|power) on$/, 'switched on'],
  [/^(?:bring|come|go) (?:online|up)$/, 'online'],
  [/^close out$/, 'closed out'],
  [/^cave in$|^give way$/, 'collapsed'],
];

function afterObject(nodes: readonly Node[], from: number, end: number): number {
  let index = from;
  while (index < end && !nodes[index]?.entity) index++;
  while (index + 1 < end && /^(?:and|,|the)$/.test(nodes[index + 1]?.word ?? '')) index++;
  return Math.min(index + 1, end);
}

/** "was not", "isn't", "had not" and no more. */
function isBareDenial(nodes: readonly Node[], { at, end }: Predicate): boolean {
  return /^(?:is|was|are|were|has|had|did|does) ?(?:not|n't)$|^(?:isn't|wasn't|aren't|weren't)$/.test(
    wordsOf(nodes, at, end),
  );
}

/** "every evening", "on Sundays", "at night": a rule, no news. */
export function isHabit(text: string): boolean {
  return /\b(?:every|each|daily|weekly|usually|normally|always|(?:sun|mon|tues|wednes|thurs|fri|satur)days|at night|after dark|in (?:winter|summer|autumn|spring)|as a rule)\b/.test(
    text,
  );
}
