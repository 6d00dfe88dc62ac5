/**
 * What a status says of use: `gone` for good, `closed` to use for now, `away` to another place or under constraint, `hostile` to
 * those who ask, or `available`. `unknown` names a state that says nothing of use, such as an office.
 */
export type Availability = 'available' | 'gone' | 'closed' | 'away' | 'hostile' | 'unknown';

/** What a domain's schema says of its own statuses, which plain English cannot know. */
export interface StatusVocabulary {
  readonly available?: readonly string[];
  readonly unavailable?: readonly string[];
}

/** Words of plain English by what they say of use. None belongs to one domain. */
const WORDS: Readonly<Record<Exclude<Availability, 'unknown'>, string>> = {
  gone:
    'abolished annulled bankrupt burned burnt cancelled canceled collapsed consumed dead decommissioned deceased defunct ' +
    'deleted demolished gutted hanged destroyed died disbanded discontinued dissolved drowned ended executed expired extinct killed lapsed ' +
    'liquidated lost merged murdered obsolete removed repealed replaced retired revoked ruined scrapped shattered slain sold spent ' +
    'sunk superseded terminated torn void wiped withdrawn wrecked written-off',
  closed:
    'abandoned banned barred barricaded bypassed inhibited oos bent cracked jammed leaking burst swept blocked broken closed condemned cordoned cut damaged disabled down empty evacuated failed failing ' +
    'faulty flooded forbidden frozen full halted impassable impounded inaccessible inactive inoperable inoperative isolated ' +
    'locked mothballed occupied offline overrun paused postponed prohibited quarantined rejected restricted sealed shut ' +
    'stalled stopped suspended tripped unavailable unfit unreachable unsafe unserviceable unstaffed unusable vacant',
  away:
    'absent arrested confined escaped confiscated seized deposed ousted overthrown away banished captured departed detained dismissed evicted exiled fled fired gone hospitalised ' +
    'hospitalized ill imprisoned incapacitated injured interned jailed kidnapped left missing redeployed relocated resigned ' +
    'seconded sick stolen transferred unconscious vanished',
  hostile: 'enemy hostile opposed warring',
  available:
    'active alive allied issued resurrected revived appointed approved available awake cleared commissioned elected friendly free freed functional granted ' +
    'healed healthy hired installed intact live loyal online open opened operating operational present ready rebuilt ' +
    'recommissioned reconnected recovered reinstated released relit renewed reopened repaired replenished restaffed restarted ' +
    'restored resumed returned reunited running safe staffed standing unlocked unsealed usable valid working',
};
const CLASS_OF: ReadonlyMap<string, Exclude<Availability, 'unknown'>> = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [word, kind as Exclude<Availability, 'unknown'>] as const),
  ),
);

/** Phrases whose words alone say something else. The first that matches decides. */
const PHRASES: readonly (readonly [phrase: RegExp, availability: Availability])[] = [
  [/\bback (?:in|into|on|at|to|from|up|online)\b/, 'available'],
  [
    /\b(?:in|on) (?:force|service|use|duty|operation|effect|office|call|sale|stock|charge)\b(?<!(?:not|out) .{0,100})/,
    'available',
  ],
  [
    /\b(?:released|removed|dismissed|relieved|suspended|stripped|expelled|voted) (?:from|of|out of) (?:(?:its|his|her|their|the) )?(?:contract|dut(?:y|ies)|service|office|posts?|position|employment|command|titles?|rank)\b/,
    'away',
  ],
  [
    /\b(?:switched|turned|powered|shut|sealed|cordoned|blocked|taped|signed|closed|stood|laid|broken) (?:off|out|down|up)\b/,
    'closed',
  ],
  [/\b(?:swept|washed) away\b|\b(?:written|struck) off\b|\bburn(?:ed|t) (?:down|out)\b/, 'gone'],
  [/\b(?:switched|turned|powered) on\b/, 'available'],
  [/\bout of danger\b/, 'available'],
  [/\b(?:withdrawn|removed|taken|pulled) (?:from|out of) (?:service|use|operation|duty|circulation)\b/, 'closed'],
  [/\bin (?:repair|the workshop|dry dock)\b/, 'closed'],
  [/\bon strike\b/, 'away'],
  [/\bboarded up\b|\boff (?:for|until)\b/, 'closed'],
  [/\bout for (?:repairs?|overhaul|maintenance|service|inspection|calibration)\b/, 'closed'],
  [/\bin ruins\b|^(?:an? )?(?:ruin|wreck|write-off|total loss|rubble|ashes|corpse)$/, 'gone'],
  [/\bout of\b|\boff (?:duty|line|sick|limits|hire|road)\b|\bno entry\b|\bwithout (?:power|crew|staff)\b/, 'closed'],
  [
    /\bunder (?:repair|maintenance|investigation|construction|quarantine|inspection|siege|water|arrest|overhaul|review)\b/,
    'closed',
  ],
  [
    /\b(?:awaiting|pending|waiting for)\b|\bon hold\b|\btaken down\b|\bat capacity\b|\b(?:tagged|locked|written|booked) (?:off|out)\b/,
    'closed',
  ],
  // A repair that is under way has not ended.
  [/\b(?:being|to be|needs to be) (?:re\p{L}+ed|rebuilt|installed|inspected)\b/u, 'closed'],
  [
    /\bon (?:\w+ )?leave\b|\bin (?:prison|custody|exile|hospital|jail|chains|irons)\b|\bbehind bars\b|\bat large\b/,
    'away',
  ],
  [/\bat war\b/, 'hostile'],
  [/\bgiven away\b/, 'unknown'],
  // A move that names its end or its start says where, not whether.
  [
    /\b(?:left|removed|transferred|moved|relocated|redeployed|expelled|withdrawn|dismissed|seconded) (?:the|from|to|into|for)\b/,
    'unknown',
  ],
];
const PERMANENT = /\b(?:for good|for ever|forever|permanently)\b/;
const NEGATION = /^(?:no longer|not|never|ceased to be|no more)(?!\p{L})\s*/u;
/** "unguarded", "non-operational": only before a word that says something itself. */
const NEGATING_PREFIX = /^(?:un|non)-?/;

/**
 * Reads a status as plain English.
 *
 * @param vocabulary takes precedence; compared without case and outer space
 */
export function readStatus(status: string, vocabulary: StatusVocabulary = {}): Availability {
  const words = fold(status);
  const says = (list: readonly string[] | undefined): boolean => list?.some((one) => fold(one) === words) ?? false;
  if (says(vocabulary.available)) return 'available';
  const read = readWords(words);
  if (says(vocabulary.unavailable)) return isUnavailable(read) ? read : 'closed';
  return read;
}

/** Whether something of this availability must not be offered. */
export function isUnavailable(availability: Availability): boolean {
  return availability !== 'available' && availability !== 'unknown';
}

function readWords(words: string): Availability {
  const negated = NEGATION.exec(words)?.[0];
  if (negated) return isUnavailable(readWords(words.slice(negated.length))) ? 'available' : 'closed';
  const prefix = NEGATING_PREFIX.exec(words)?.[0];
  const stripped = prefix !== undefined && !CLASS_OF.has(words) ? CLASS_OF.get(words.slice(prefix.length)) : undefined;
  if (stripped !== undefined) return stripped === 'available' ? 'closed' : 'available';
  const phrase = PHRASES.find(([pattern]) => pattern.test(words))?.[1];
  if (phrase !== undefined) return phrase;
  const found = words.split(/[^\p{L}-]+/u).flatMap((word) => CLASS_OF.get(word) ?? []);
  // "reopened after the fire", "burned and rebuilt": what came last counts, and repair comes after harm.
  const kind = found.includes('available') && found.length > 1 ? 'available' : found[0];
  if (kind === 'closed' && PERMANENT.test(words)) return 'gone';
  return kind ?? 'unknown';
}

function fold(status: string): string {
  return status
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim();
}

const NEGATED = /\b(?:no longer|not|never|no|nobody|none|without|cannot|can't|isn't|aren't)\b/i;

/** Whether a sentence says that something cannot be used, as far as words tell: by a negation or a word such as "closed". */
export function saysUnavailable(sentence: string): boolean {
  if (NEGATED.test(sentence)) return true;
  return fold(sentence)
    .split(/[^\p{L}-]+/u)
    .some((word) => isUnavailable(CLASS_OF.get(word) ?? 'unknown'));
}
