import { type Availability, isUnavailable, type KnownEntity, readStatus } from '@arbiter/changelog';
import type { Discourse, Node } from '../reading/nodes.js';
import {
  COPULAS,
  entityAfter,
  type Phrase,
  type Predicate,
  readPredicates,
  readSubject,
} from '../reading/read-predicates.js';
import { participleOf } from '../reading/verb-forms.js';
import { REPORTING } from '../reading/words.js';
import { APPOINT, canBe, changeVerb, GIVE, HARM, LIGHT, MOVE, TAKE } from './change-verbs.js';
import { type Happening, happening, type ReadingContext, type StateHappening } from './happening.js';
import { readState } from './read-state.js';
import { readIdiom } from './idioms.js';
import { readRelations } from './read-relations.js';

const RELATION_VERBS = new Set(
  'survive use exist apply trade belong lead manage run command rule head chair direct supervise oversee govern captain own hold cover keep operate supply sell host serve guard maintain power feed support provide treat succeed join ally break declare swear turn make serve stay lodge live work reside sleep replace act become be deputise befriend house'.split(
    ' ',
  ),
);

export function isKnownVerb(lemma: string): boolean {
  return (
    COPULAS.has(lemma) ||
    LIGHT.has(lemma) ||
    REPORTING.has(lemma) ||
    GIVE.has(lemma) ||
    TAKE.has(lemma) ||
    APPOINT.has(lemma) ||
    MOVE.has(lemma) ||
    HARM.has(lemma) ||
    RELATION_VERBS.has(lemma) ||
    changeVerb(lemma) !== null
  );
}

/** Reads what a sentence says became of known entities. */
export function readChanges(nodes: readonly Node[], context: ReadingContext, discourse: Discourse): Happening[] {
  const predicates = readPredicates(nodes, isKnownVerb, discourse.current);
  const subject = predicates.find((one) => one.subject.entities.length > 0)?.subject.entities[0];
  const happenings: Happening[] = [];
  for (const [index, predicate] of predicates.entries()) {
    // The clause ends where the next verb's subject begins; its object is its own.
    const next = predicates[index + 1];
    // "lives and works at the inn": both verbs have what follows.
    const shares = next !== undefined && next.at === predicate.at + 2 && nodes[predicate.at + 1]?.word === 'and';
    const end = Math.min(predicate.end, next && !shares ? Math.max(next.from, predicate.at + 1) : nodes.length);
    const clause = { ...predicate, end };
    if (isOver(nodes, clause)) continue;
    happenings.push(...readRelations(nodes, clause, context), ...readStates(nodes, clause, context));
  }
  happenings.push(...readDepictives(nodes, predicates, context));
  happenings.push(...readDeath(nodes, predicates, context));
  for (const one of happenings)
    if (one.what === 'state' && one.standing === 'fact' && isUnavailable(one.availability))
      context.ties.vacate(one.entity);
  if (subject) discourse.promote(subject);
  const unsure = happenings.map((one) => askWho(one, nodes, context));
  return unsure;
}

/** Whoever died under a pronoun that could mean another is asked about. */
function askWho(one: Happening, nodes: readonly Node[], { names }: ReadingContext): Happening {
  if (
    one.what !== 'state' ||
    one.availability !== 'gone' ||
    names.kindOf(one.entity) !== 'person' ||
    one.question !== undefined
  )
    return one;
  const mentions = nodes.filter(({ entity }) => entity === one.entity);
  const isUnsure =
    mentions.length > 0 && mentions.every(({ indirect }) => indirect) && mentions.some(({ ambiguous }) => ambiguous);
  return isUnsure ? { ...one, question: `Is it ${one.entity.name} who is ${one.status}?` } : one;
}

function readStates(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { lemma, passive } = predicate;
  const idiom = readIdiom(nodes, predicate, context);
  if (idiom.length > 0) return idiom;
  if (lemma === 'call' && /^\S+ in sick/.test(wordsOf(nodes, predicate.at, predicate.end)))
    return predicate.subject.entities.map((entity) =>
      happening(entity, predicate, 'off sick', 'away', context, { isEvent: true }),
    );
  const isInfinitive = nodes[predicate.at - 1]?.word === 'to';
  if (
    predicate.form === 'base' &&
    !isInfinitive &&
    predicate.subject.entities.length === 0 &&
    predicate.standing === 'fact'
  )
    return [];
  if (/^(?:strike|knock|cut|run)$/.test(lemma)) {
    const harm = readHarm(nodes, predicate, context);
    if (harm.length > 0) return harm;
  }
  if (COPULAS.has(lemma) && !passive && predicate.object.entities.length === 0) {
    const copular = readCopula(nodes, predicate, context);
    if (copular.length > 0 || lemma === 'be') return copular;
  }
  if (LIGHT.has(lemma)) {
    const light = readLight(nodes, predicate, context);
    if (light.length > 0) return light;
  }
  if (/^(?:take|steal|lose)$/.test(lemma) && !passive) return lemma === 'lose' ? lost(predicate, context) : [];
  if (
    OFFICE.test(wordsOf(nodes, predicate.at, predicate.end)) &&
    /^(?:strip|relieve|remove|dismiss|suspend|expel|oust|vote|depose|throw|resign)$/.test(lemma)
  )
    return readRemoval(predicate, context);
  if (
    /^(?:come|return|be)$/.test(lemma) &&
    predicate.negated &&
    predicate.perfect &&
    /^(?:come back|returned|been (?:seen|heard of))/.test(wordsOf(nodes, predicate.at, predicate.end))
  )
    return affected(predicate.subject, 'missing', context).map((entity) =>
      happening(
        entity,
        { ...predicate, standing: predicate.standing === 'denied' ? 'fact' : predicate.standing },
        'missing',
        'away',
        context,
        { isEvent: true },
      ),
    );
  if (/^(?:work|function|operate)$/.test(lemma)) return readFunction(nodes, predicate, context);
  if (lemma === 'hold' && passive) return readCustody(nodes, predicate, context);
  if (/^(?:flee|run|ride|make|escape)$/.test(lemma) && FLIGHT.test(wordsOf(nodes, predicate.at, predicate.end)))
    return affected(predicate.subject, 'fled', context).map((entity) =>
      happening(entity, predicate, 'fled', 'away', context, { isEvent: true }),
    );
  if (DEPARTURE.test(wordsOf(nodes, predicate.at, predicate.end)))
    return affected(predicate.subject, 'departed', context).map((entity) =>
      happening(entity, predicate, 'departed', 'away', context, { isEvent: true }),
    );
  if (HARM.has(lemma) && !changeVerb(lemma)) return readHarm(nodes, predicate, context);
  return readVerb(nodes, predicate, context);
}

/** "X is out of service", "X became hostile". */
function readCopula(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const phrase = readState(nodes, predicate.at + 1, predicate.end, context.vocabulary);
  // "It is not.": what was reported is denied.
  if (!phrase && predicate.negated !== undefined && isBareDenial(nodes, predicate))
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
  const isDenial = /^not /.test(status) && !isUnavailable(availability);
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
function readLight(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
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

function lost(predicate: Predicate, context: ReadingContext): StateHappening[] {
  return affected(predicate.object, 'lost', context)
    .filter((entity) => context.names.kindOf(entity) === 'thing')
    .map((entity) => happening(entity, predicate, 'lost', 'gone', context, { isEvent: true }));
}

/** A verb of change by itself: "tripped", "was revoked", "closed Dock 5". */
function readVerb(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const verb = changeVerb(predicate.lemma);
  if (!verb || APPOINT.has(verb.lemma)) return [];
  const { subject, object, passive, at, end } = predicate;
  const hasObject = object.entities.length > 0 || object.noun !== '';
  const patients =
    verb.role === 'subject'
      ? passive ||
        !hasObject ||
        /^(?:die|perish|flee|leave|depart|resign|quit|retire|abdicate|surrender)$/.test(verb.lemma)
        ? subject
        : EMPTY
      : passive || (!hasObject && (verb.role === 'either' || isReduced(predicate)))
        ? subject
        : object;
  // "failed its check": the check tells of the thing.
  if (verb.lemma === 'fail' && !passive && hasObject && object.entities.length === 0)
    return /^(?:test|check|control|inspection|survey|examination|audit|trial|checks|tests)$/.test(object.noun)
      ? affected(subject, 'failed', context)
          .filter((entity) => context.names.kindOf(entity) === 'thing')
          .map((entity) => happening(entity, predicate, `failed ${object.noun}`, 'closed', context, { isEvent: true }))
      : [];
  if (
    verb.lemma === 'break' &&
    !passive &&
    !hasObject &&
    (nodes[at + 1]?.word === 'with' ||
      patients.entities.some((entity) => /^(?:person|group)$/.test(context.names.kindOf(entity))))
  )
    return [];
  // "left early": back tomorrow.
  if (
    verb.lemma === 'leave' &&
    !passive &&
    !predicate.perfect &&
    patients.entities.some((entity) => context.names.kindOf(entity) === 'person') &&
    !/^\S+(?: for good| for ever| permanently| on \w+day)?$/.test(wordsOf(nodes, at, end))
  )
    return [];
  // "left the Order" ends a membership; "left his clinkers to Cosmo" is a gift.
  if (/^(?:leave|depart|quit)$/.test(verb.lemma) && !passive && hasObject) return [];
  if (/^(?:flee|depart|leave)$/.test(verb.lemma) && passive) return [];
  // "transferred to Crew A" says where, not whether.
  if (readStatus(`${verb.status} ${wordsOf(nodes, at + 1, at + 3)}`, context.vocabulary) === 'unknown') return [];
  if (verb.lemma === 'bury') return [];
  if (/^(?:retire|return|recover)$/.test(verb.lemma) && passive)
    return toHappenings(subject, predicate, verb.status, verb.availability, nodes, context);
  if (
    /^(?:release|free)$/.test(verb.lemma) &&
    /\bfrom (?:\w+ ){0,2}(?:contract|dut(?:y|ies)|service|office|post|employment)\b/.test(wordsOf(nodes, at, end))
  )
    return toHappenings(patients, predicate, 'released from contract', 'away', nodes, context);
  if (verb.lemma === 'fail' && nodes[at + 1]?.word === 'to') return [];
  if (verb.lemma === 'turn' || (nodes[at + 1]?.word === 'away' && /^(?:send|turn|drive|wave)$/.test(verb.lemma)))
    return [];
  if (verb.lemma === 'return' && context.names.kindOf(patients.entities[0] ?? NOBODY) === 'person') return [];
  let { status, availability } = verb;
  if (predicate.negated && /\bno longer\b/.test(wordsOf(nodes, predicate.from, at))) {
    status = `no longer ${status}`;
    return toHappenings(
      patients,
      { ...predicate, standing: predicate.standing === 'denied' ? 'fact' : predicate.standing },
      status,
      readStatus(status),
      nodes,
      context,
    );
  }
  const own = readState(
    [...nodes.slice(at, at + 1), ...nodes.slice(at + 1, end)],
    0,
    Math.min(4, end - at),
    context.vocabulary,
  );
  if (own && isUnavailable(own.availability) === isUnavailable(availability) && own.end > 1 && passive)
    status = own.status;
  if (/\b(?:for good|permanently|for ever|forever)\b/.test(wordsOf(nodes, at, end))) {
    status = `${status} permanently`;
    availability = readStatus(status, context.vocabulary);
  }
  if (
    /^(?:burn|break|tear|fall)$/.test(verb.lemma) &&
    /^(?:down|to (?:the )?(?:ground|ashes)|away|apart|in (?:two|the middle))/.test(wordsOf(nodes, at + 1, end))
  ) {
    status = 'destroyed';
    availability = 'gone';
  }
  return toHappenings(patients, predicate, status, availability, nodes, context);
}

const EMPTY: Phrase = { entities: [], noun: '', of: null };
const NOBODY: KnownEntity = { id: '', name: '', type: '' };

/** "MLA-4 recommissioned after repair": a participle without its auxiliary, as logs write. */
function isReduced({ form, perfect, subject }: Predicate): boolean {
  return (form === 'participle' || form === 'past') && !perfect && subject.entities.length > 0;
}

function toHappenings(
  patients: Phrase,
  predicate: Predicate,
  status: string,
  availability: Availability,
  nodes: readonly Node[],
  context: ReadingContext,
): StateHappening[] {
  const attributes = attributesOf(nodes, predicate, status, availability);
  return affected(patients, status, context).map((entity) =>
    happening(entity, predicate, status, availability, context, {
      isEvent: true,
      attributes,
      question: ofPart(patients, entity, status),
    }),
  );
}

function attributesOf(
  nodes: readonly Node[],
  { passive, subject, object, at, end, lemma }: Predicate,
  status: string,
  availability: Availability,
): Record<string, unknown> {
  const agent = passive
    ? entityAfter(nodes, at + 1, end, /^by$/)?.entity
    : object.entities.length > 0
      ? subject.entities[0]
      : undefined;
  const attributes: Record<string, unknown> = {};
  if (agent && /^(?:kill|slay|murder|execute|behead|slaughter|assassinate)$/.test(lemma))
    attributes['killed_by'] = [agent.id];
  else if (agent && availability === 'gone' && /destroyed|burn|sunk|wrecked|demolished|razed/.test(status))
    attributes['destroyed_by'] = [agent.id];
  const cause = /^(?:due to|because of|after|owing to|from)$/;
  for (let index = at + 1; index < end; index++) {
    const pair = `${nodes[index]?.word ?? ''} ${nodes[index + 1]?.word ?? ''}`;
    if (!cause.test(pair) && !cause.test(nodes[index]?.word ?? '')) continue;
    const from = cause.test(pair) ? index + 2 : index + 1;
    const words = nodes.slice(from, Math.min(end, from + 6));
    if (words.length > 0 && nodes[index]?.word !== 'from')
      attributes['cause'] = words.map(({ text }) => text).join(' ');
    break;
  }
  return attributes;
}

/** "was not", "isn't", "had not" and no more. */
function isBareDenial(nodes: readonly Node[], { at, end }: Predicate): boolean {
  return /^(?:is|was|are|were|has|had|did|does) ?(?:not|n't)$|^(?:isn't|wasn't|aren't|weren't)$/.test(
    wordsOf(nodes, at, end),
  );
}

/** "every evening", "on Sundays", "at night": a rule, no news. */
function isHabit(text: string): boolean {
  return /\b(?:every|each|daily|weekly|usually|normally|always|(?:sun|mon|tues|wednes|thurs|fri|satur)days|at night|after dark|in (?:winter|summer|autumn|spring)|as a rule)\b/.test(
    text,
  );
}

const TRANSIENT =
  /\b(?:for (?:an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|forty|half an|\d+|several|a few|some) (?:\w+ )?(?:hours?|minutes?|moments?|while|seconds?|days?)\b|from .{1,20} (?:to|until|till) (?!further)|between .{1,12} and \d|briefly|overnight|momentarily)/;

/** "was closed for an hour", "was down from two to three": over by now. */
function isOver(nodes: readonly Node[], { at, from, end, perfect, form, lemma }: Predicate): boolean {
  // "closes at six every evening", "expires on 31 December": a rule or a day to come.
  if (
    form === 'third' &&
    nodes[at]?.word !== 'is' &&
    changeVerb(lemma) !== null &&
    (isHabit(wordsOf(nodes, at, end)) ||
      /\b(?:at|on|in|from|until) (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|noon|midnight|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|\b(?:tomorrow|next (?:week|month|year))\b/.test(
        wordsOf(nodes, at, end),
      ))
  )
    return true;
  if (/^(?:is|are)$/.test(nodes[from]?.word ?? '') && isHabit(wordsOf(nodes, nodes.length < 12 ? 0 : from, end)))
    return true;
  if (perfect || /^(?:is|are|am)$/.test(nodes[from]?.word ?? '') || /^(?:is|are|am)$/.test(nodes[at]?.word ?? ''))
    return false;
  return TRANSIENT.test(wordsOf(nodes, at, Math.min(nodes.length, Math.max(end, at + 8))));
}

const FLIGHT =
  /^(?:flee|ran|runs|run|rides?|rode|makes?|made|escapes?|escaped) (?:off |away )?(?:for (?:the|his|her|their) (?:hills?|life|lives|woods?)|off into|away from here)/;
/** Ways to say that somebody went away. */
const DEPARTURE =
  /^(?:(?:slip|slips|slipped|sneak|sneaks|sneaked|stole|creep|crept|ran|runs|got|made) (?:away|off)\b(?! with)|took ship|takes ship|taken ship|set sail|sets sail|set out for|left (?:for|town|the (?:town|city|country|island|coast|region|area|company|business|organi[sz]ation))\b|leaves for|sailed (?:away|off)|moved away|walked out|rode away|gone away)/;

const OFFICE =
  /\b(?:from|of|out of) (?:his |her |their |the )?(?:office|posts?|command|titles?|rank|position|dut(?:y|ies))\b/;

/** "stripped him of his title": an office is vacant. */
function readRemoval(predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { lemma, passive, subject, object } = predicate;
  const who = passive || lemma === 'resign' ? subject : object;
  return who.entities
    .filter((entity) => context.names.kindOf(entity) === 'person')
    .map((entity) =>
      happening(entity, predicate, lemma === 'resign' ? 'resigned' : 'removed from office', 'away', context, {
        isEvent: true,
      }),
    );
}

/** "works again", "does not work" */
function readFunction(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  if (predicate.standing === 'plan' || predicate.standing === 'attempt') return [];
  const after = wordsOf(nodes, predicate.at + 1, predicate.end);
  const again = /\b(?:again|normally|once more|fine)\b/.test(after);
  if (!again && !predicate.negated) return [];
  const [status, availability]: [string, Availability] = predicate.negated
    ? ['not working', 'closed']
    : ['working again', 'available'];
  const standing = predicate.standing === 'denied' ? 'fact' : predicate.standing;
  return affected(predicate.subject, status, context)
    .filter((entity) => context.names.kindOf(entity) !== 'person')
    .map((entity) => happening(entity, { ...predicate, standing }, status, availability, context, { isEvent: true }));
}

/** "is held on the lower deck of the hulk" */
function readCustody(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const place = entityAfter(nodes, predicate.at + 1, predicate.end, /^(?:in|at|on|aboard|of)$/)?.entity;
  return predicate.subject.entities
    .filter((entity) => context.names.kindOf(entity) === 'person')
    .map((entity) =>
      happening(entity, predicate, 'in custody', 'away', context, {
        isEvent: true,
        attributes: place ? { location: place.id } : {},
      }),
    );
}

/** Ways to say that somebody is dead. */
const DEATH =
  /\b(?:never|not|n't) (?:rose|rise|breathed?|woke|wake|stirred?|moved?|drew|drawn?) (?:up )?(?:again|another|breath)|\bbreathed? (?:his|her|their) last|\b(?:closed|shut) (?:his|her|their) eyes for (?:ever|good|the last)|\bbled (?:out|to death)|\b(?:his|her|their) (?:lifeless|dead) (?:body|eyes)|\b(?:his|her|their) (?:corpse|funeral|burial|grave)\b|\bwas buried\b|\bno pulse\b|\blay dead\b|\bstone dead\b/;

function readDeath(
  nodes: readonly Node[],
  predicates: readonly Predicate[],
  context: ReadingContext,
): StateHappening[] {
  if (predicates.some(({ standing }) => standing !== 'fact' && standing !== 'denied' && standing !== 'plan')) return [];
  const isPerson = (entity: KnownEntity | null | undefined): boolean =>
    Boolean(entity && context.names.kindOf(entity) === 'person');
  const remains = nodes.find(
    ({ entity, possessive }, index) => possessive && isPerson(entity) && REMAINS.test(nodes[index + 1]?.word ?? ''),
  )?.entity;
  const buried = predicates.find(({ lemma, standing }) => lemma === 'bury' && standing === 'fact');
  const deadly = DEATH.test(wordsOf(nodes, 0, nodes.length).replaceAll(' did not ', ' not '));
  const struck = deadly ? predicates.find((one) => HARM.has(one.lemma) && patientOf(one).some(isPerson)) : undefined;
  const last = deadly ? predicates.findLast(({ subject }) => subject.entities.length > 0) : undefined;
  const person =
    remains ??
    [
      ...(buried ? patientOf(buried) : []),
      ...(struck ? patientOf(struck) : []),
      ...(last?.subject.entities ?? []),
    ].find(isPerson);
  const told = { standing: 'fact', source: '', continuing: false, lemma: 'die' } as const;
  return person ? [happening(person, told, 'dead', 'gone', context, { isEvent: true })] : [];
}

const REMAINS = /^(?:body|corpse|remains|funeral|grave)$/;

function patientOf({ passive, subject, object }: Predicate): readonly KnownEntity[] {
  return (passive ? subject : object).entities;
}

/** A blow whose outcome is not told: somebody should be asked. */
function readHarm(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { lemma, passive, subject, object, standing } = predicate;
  if (standing !== 'fact') return [];
  const falls = /^(?:fall|collapse|stagger|slump|crumple|topple|plunge)$/.test(lemma);
  const patients = falls ? subject : passive ? subject : object;
  const after = wordsOf(nodes, predicate.at + 1, predicate.end);
  if (
    falls &&
    !/\b(?:in (?:the )?(?:battle|fight|fighting|combat|duel|siege|assault|ambush)|over|from|into|off|down|under|overboard|dead)\b/.test(
      after,
    )
  )
    return [];
  if (!falls && !/^(?:strike|stab|shoot|knock|impale|poison|maul|trample|wound|cut|run)$/.test(lemma)) return [];
  if (/^(?:cut|run)$/.test(lemma) && !/\b(?:down|through)\b/.test(after)) return [];
  return patients.entities
    .filter((entity) => context.names.kindOf(entity) === 'person')
    .map((entity) =>
      happening(entity, predicate, 'dead', 'gone', context, {
        isEvent: true,
        question: `Did ${entity.name} die, or was ${entity.name} only hurt or knocked out?`,
      }),
    );
}

/** "…, dead since midnight": a state after a comma. */
function readDepictives(
  nodes: readonly Node[],
  predicates: readonly Predicate[],
  context: ReadingContext,
): StateHappening[] {
  const found: StateHappening[] = [];
  for (let at = 1; at + 1 < nodes.length; at++) {
    if (nodes[at]?.word !== ',') continue;
    const next = nodes[at + 1];
    if (!next || next.entity || predicates.some((one) => one.at === at + 1)) continue;
    const phrase = readState(nodes, at + 1, Math.min(nodes.length, at + 7), context.vocabulary);
    const after = phrase ? nodes[phrase.end]?.word : undefined;
    if (!phrase || phrase.availability === 'unknown' || !/^(?:since|for|from|by|until|,|\.|;)$/.test(after ?? '.'))
      continue;
    const own = [...predicates].reverse().find((one) => one.at < at);
    const subject = nodes[at - 1]?.entity
      ? { entities: [nodes[at - 1]?.entity ?? NOBODY], noun: '', of: null }
      : (own?.subject ?? readSubject(nodes, at, []));
    if (own && own.standing !== 'fact') continue;
    for (const entity of affected(subject, phrase.status, context))
      found.push(
        happening(
          entity,
          { standing: 'fact', source: '', continuing: false, lemma: 'be' },
          phrase.status,
          phrase.availability,
          context,
          { isEvent: false },
        ),
      );
  }
  return found;
}

/** The entities that a phrase means, as far as they can be in a state. A failed part is told of the whole. */
function affected(phrase: Phrase, status: string, context: ReadingContext): KnownEntity[] {
  if (phrase.entities.length > 0)
    return phrase.entities.filter((entity) => canBe(status, context.names.kindOf(entity)));
  if (phrase.of && PART_FAILS.test(status) && !BESIDE.test(phrase.noun) && context.names.kindOf(phrase.of) === 'thing')
    return [phrase.of];
  if (phrase.of && BELONGS.test(phrase.noun)) return [phrase.of];
  return [];
}

const PART_FAILS = /^(?:failed|broken|burst|cracked|burnt|burned|jammed|stopped|tripped|damaged|out of)/;
/** Parts and papers that a thing works without. */
const BESIDE =
  /^(?:alarms?|gauges?|indicators?|displays?|lights?|lamps?|clocks?|labels?|sensors?|transmitters?|readings?|tests?|inspections?|checks?|doors?|windows?|cameras?|phones?|telephones?|reports?|papers?|signs?|meetings?|drills?|runs?|trials?|work|works|filling|cleaning|repairs?|orders?|training|talks?|delivery|deliveries)$/;
/** Nouns that are the whole from one side: "the contract of Corvane Linen ended". */
const BELONGS =
  /^(?:contract|licence|license|service|operation|operations|permit|agreement|registration|certificate|use|access|entry|traffic|admissions?)$/;

function ofPart(phrase: Phrase, entity: KnownEntity, status: string): string | undefined {
  if (phrase.entities.length > 0 || phrase.of !== entity || BELONGS.test(phrase.noun)) return undefined;
  if (PART_FAILS.test(status)) return undefined;
  return `The ${phrase.noun} of ${entity.name} is ${status}: is ${entity.name} itself out of use?`;
}

function wordsOf(nodes: readonly Node[], from: number, end: number): string {
  return nodes
    .slice(from, end)
    .map(({ word }) => word)
    .join(' ');
}
