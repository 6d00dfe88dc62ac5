import { participleOf } from '@arbiter/english';
import { type Availability, readStatus } from '@arbiter/changelog';
import type { EntityKind } from '../reading/known-names.js';

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Verbs whose subject changes, whatever object they have: "resigned her post", "left the Order". */
const OF_SUBJECT = set(
  `die perish succumb expire lapse resign retire depart flee escape vanish disappear abscond defect emigrate collapse leave quit fail
  explode erupt crash surrender abdicate recover arrive return desert capsize starve rebel survive faint sicken`,
);

/** Verbs whose object changes; without one they say nothing of their subject. */
const OF_OBJECT = set(
  `kill slay murder execute assassinate behead slaughter destroy demolish wreck raze ruin scrap arrest imprison jail detain capture kidnap
  abduct banish exile dismiss sack evict deport intern depose oust overthrow hospitalise hospitalize free pardon acquit reinstate restore
  repair fix mend rebuild recommission commission decommission revoke rescind repeal annul void cancel ban bar forbid quarantine evacuate
  impound condemn abandon damage heal cure revive rescue terminate abolish dissolve disband isolate barricade cordon write approve
  suspend appoint elect expel remove release retract withdraw replace supersede discontinue liquidate annihilate obliterate dismantle
  disconnect reconnect deactivate reactivate disable enable unlock unblock unseal clear relight sweep forbid sentence incarcerate confine`,
);

/** Verbs that say other things too often, or that are read elsewhere. */
const NONE = set(
  'escape sell work function escape go spend cut live pass hold run stand lead find set make present clean empty own free-up fly set lie cut tear grow stay come',
);

/** States that only people can be in; a noun of a group may be in any. */
const PERSON_STATES =
  /^(?:dead|died|killed|slain|murdered|executed|assassinated|beheaded|arrested|imprisoned|jailed|detained|captured|kidnapped|abducted|banished|exiled|dismissed|sacked|fired|evicted|deported|deposed|ousted|overthrown|injured|wounded|ill|sick|hospitali[sz]ed|resigned|died|deceased|perished|fled|absconded|emigrated|appointed|elected|hired|healed|cured|freed|pardoned|acquitted|reinstated|unconscious|married|widowed|sentenced|incarcerated|surrendered|abdicated|interned)\b/;

/** States that people cannot be in, however a verb may be used of them. */
const THING_STATES =
  /^(?:closed|opened|open|blocked|broken|tripped|shut|sealed|flooded|isolated|locked|unlocked|burst|jammed|demolished|decommissioned|commissioned|dismantled|repaired|rebuilt|reopened|sunk|wrecked|razed|scrapped|revoked|annulled|repealed|terminated|ended|forbidden|expired|lapsed|disabled|halted|stalled|stopped|started|restarted|cracked|seized|confiscated|damaged|destroyed|failed|running|working|granted|approved|issued|cancelled|canceled|merged|paused|resumed|restored|renewed|tagged|postponed|frozen|cut|consumed|rejected|operated|run|met|cleared|removed|installed|burned|burnt|lit|relit|reported)\b/;

const STATUS_OF = new Map<string, string>(
  Object.entries({
    die: 'dead',
    perish: 'dead',
    succumb: 'dead',
    murder: 'murdered',
    leave: 'departed',
    quit: 'resigned',
    vanish: 'missing',
    disappear: 'missing',
    fix: 'repaired',
    mend: 'repaired',
    abduct: 'kidnapped',
    jail: 'imprisoned',
    sack: 'dismissed',
    raze: 'destroyed',
    obliterate: 'destroyed',
    annihilate: 'destroyed',
    assassinate: 'killed',
    behead: 'killed',
    slaughter: 'killed',
    fail: 'failed',
    crash: 'wrecked',
    explode: 'destroyed',
    capsize: 'sunk',
    lose: 'lost',
    reopen: 'reopened',
    open: 'open',
    close: 'closed',
    start: 'running',
    restart: 'restarted',
    abdicate: 'resigned',
    return: 'returned',
    sweep: 'swept away',
    sentence: 'imprisoned',
    incarcerate: 'imprisoned',
    confine: 'confined',
    faint: 'unconscious',
    sicken: 'ill',
  }),
);

interface ChangeVerb {
  readonly lemma: string;
  readonly role: 'subject' | 'object' | 'either';
  readonly status: string;
  readonly availability: Availability;
}

const CACHE = new Map<string, ChangeVerb | null>();

/** What a verb makes of something: its participle is a status of plain English. Null for verbs that change nothing. */
export function changeVerb(lemma: string): ChangeVerb | null {
  const cached = CACHE.get(lemma);
  if (cached !== undefined) return cached;
  const status = STATUS_OF.get(lemma) ?? participleOf(lemma);
  const availability = NONE.has(lemma) ? 'unknown' : readStatus(status);
  const verb: ChangeVerb | null =
    availability === 'unknown'
      ? null
      : {
          lemma,
          status,
          availability,
          role: OF_SUBJECT.has(lemma) ? 'subject' : OF_OBJECT.has(lemma) ? 'object' : 'either',
        };
  if (CACHE.size < 20_000) CACHE.set(lemma, verb);
  return verb;
}

/** Whether something of a kind can be in a state at all. */
export function canBe(status: string, kind: EntityKind): boolean {
  if (kind === 'person') return !THING_STATES.test(status) || / (?:from|of) /.test(status);
  if (kind === 'group') return true;
  return (
    !PERSON_STATES.test(status) ||
    (!/^(?:freed|healed|captured|fired)/.test(status) && /^(?:dead|killed|perished)/.test(status) && kind === 'thing')
  );
}

export const APPOINT = set('appoint elect choose name promote acclaim crown make confirm install nominate');

/** Harm whose outcome is not told. */
export const HARM = set('hit strike stab shoot knock impale poison maul trample wound');

/** Verbs that change nothing by themselves, and end a phrase. */
export const NEUTRAL = set(
  'have pick survive use exist apply belong break declare swear turn make stay lodge live work reside replace act become be join ally throw cast ferry haul drag escort move go relocate travel retreat withdraw come arrive sail ride row march walk drive settle emigrate flee bring send post assign carry put place stand hide cut fall steal grab recover retrieve',
);

/** Verbs between something and the words that say its state: "declared inoperable", "taken out of service". */
export const LIGHT = set(
  'cave give take put bring place turn switch set call render leave count consider regard wash find declare pronounce call mark tag book enter write sign report log rate shut power stand lock draw lay tear burn break close cut rule sweep deem keep hold run wear',
);

const KINDS: readonly (readonly [RegExp, 'combat' | 'inventory' | 'decision' | 'interaction'])[] = [
  [
    /^(?:kill|slay|murder|die|perish|execute|assassinate|strike|wound|stab|shoot|fight|attack|capture|destroy|behead|slaughter|defeat|burn)$/,
    'combat',
  ],
  [
    /^(?:give|hand|sell|lend|steal|seize|grab|take|recover|receive|buy|collect|return|pass|loot|pocket|acquire|retrieve)$/,
    'inventory',
  ],
  [
    /^(?:appoint|elect|choose|name|promote|decide|vote|suspend|dismiss|revoke|grant|issue|approve|cancel|terminate|withdraw|retire|resign|replace|ban|appoint|sack|release|pardon|acquit)$/,
    'decision',
  ],
  [/^(?:ally|swear|break|join|leave|betray|marry|agree|promise|befriend|declare)$/, 'interaction'],
];

export function happeningKind(lemma: string): 'combat' | 'inventory' | 'decision' | 'interaction' | 'state' {
  return KINDS.find(([pattern]) => pattern.test(lemma))?.[1] ?? 'state';
}
