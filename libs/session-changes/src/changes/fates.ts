import type { KnownEntity } from '@arbiter/changelog';
import { entityAfter } from '../grammar/objects.js';
import type { Predicate } from '../grammar/predicate.js';
import type { Node } from '../reading/nodes.js';
import { HARM } from '../happenings/change-verbs.js';
import { type ReadingContext, type StateHappening, happening } from '../happenings/happening.js';
import { wordsOf } from './patients.js';

export const FLIGHT =
  /^(?:flee|ran|runs|run|rides?|rode|makes?|made|escapes?|escaped) (?:off |away )?(?:for (?:the|his|her|their) (?:hills?|life|lives|woods?)|off into|away from here)/;

/** Ways to say that somebody went away. */
export const DEPARTURE =
  /^(?:(?:slip|slips|slipped|sneak|sneaks|sneaked|stole|creep|crept|ran|runs|got|made) (?:away|off)\b(?! with)|took ship|takes ship|taken ship|set sail|sets sail|set out for|left (?:for|town|the (?:town|city|country|island|coast|region|area|company|business|organi[sz]ation))\b|leaves for|sailed (?:away|off)|moved away|walked out|rode away|gone away)/;

export const OFFICE =
  /\b(?:from|of|out of) (?:his |her |their |the )?(?:office|posts?|command|titles?|rank|position|dut(?:y|ies))\b/;

/** "stripped him of his title": an office is vacant. */
export function readRemoval(predicate: Predicate, context: ReadingContext): StateHappening[] {
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

/** "is held on the lower deck of the hulk" */
export function readCustody(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
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

export function readDeath(
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

const SURVIVED = [
  { answer: 'hurt', status: 'hurt' },
  { answer: 'knocked out', status: 'unconscious' },
];

/** A blow whose outcome is not told: somebody should be asked. */
export function readHarm(nodes: readonly Node[], predicate: Predicate, context: ReadingContext): StateHappening[] {
  const { lemma, passive, subject, object, standing } = predicate;
  if (standing !== 'fact') return [];
  const falls = /^(?:fall|collapse|stagger|slump|crumple|topple|plunge)$/.test(lemma);
  const patients = falls ? subject : passive ? subject : object;
  const after = wordsOf(nodes, predicate.at + 1, predicate.end);
  if (/^(?:him |her |them )?(?:unconscious|out cold)/.test(after))
    return patients.entities.map((entity) =>
      happening(entity, predicate, 'unconscious', 'away', context, { isEvent: true }),
    );
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
        alternatives: SURVIVED,
      }),
    );
}
