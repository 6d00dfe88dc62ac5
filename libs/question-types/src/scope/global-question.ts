import { readAsk } from '../message.js';

/** What a question about everything wants to know of it. */
export type GlobalTopic =
  | 'overview'
  | 'conflicts'
  | 'alliances'
  | 'power'
  | 'problems'
  | 'changes'
  /** The most important things of a kind; `noun` names the kind. */
  | 'kind';

/** A question that no passage answers alone, since it asks about the documents as a whole. */
export interface GlobalQuestion {
  readonly topic: GlobalTopic;
  /** Plural noun of what is asked for, as in the question: "factions"; null without one. */
  readonly noun: string | null;
  /** What the question takes for the whole, without article: "plant", "lantern coast"; null if it names nothing. */
  readonly whole: string | null;
}

const alternatives = (words: string): string => `(?:${words.trim().split(/\s+/).join('|').replaceAll('_', ' ')})`;

/** Plain English nouns by what they ask for. */
const TOPICS: readonly (readonly [topic: GlobalTopic, nouns: string])[] = [
  [
    'conflicts',
    'conflicts disputes tensions rivalries feuds quarrels disagreements enmities hostilities struggles clashes rifts fights enemies',
  ],
  ['alliances', 'alliances allies partnerships coalitions friendships'],
  ['power', 'powers authorities power_structures power_relations'],
  ['problems', 'problems issues threats risks dangers challenges concerns difficulties hazards worries troubles'],
  ['changes', 'changes events developments incidents happenings'],
  ['overview', 'themes topics subjects storylines threads plot_lines plotlines'],
  [
    'kind',
    'people persons characters figures leaders individuals groups factions parties organisations organizations teams companies ' +
      'institutions bodies departments communities players sides firms places locations sites areas regions',
  ],
];
const TOPIC_OF: ReadonlyMap<string, GlobalTopic> = new Map(
  TOPICS.flatMap(([topic, nouns]) => nouns.split(' ').map((noun) => [noun.replaceAll('_', ' '), topic] as const)),
);
/** Nouns for what documents as a whole describe. */
const WHOLES = alternatives(`
  world setting place region land country area town city village site plant facility works station hospital school campus factory company
  organisation organization business institution service network system campaign story situation scene library collection documents
  documentation corpus archive material files`);
const MAIN = alternatives(`
  main major chief central key principal biggest greatest largest leading dominant primary top important most_important most_powerful
  most_influential most_serious most_pressing overall ongoing open current`);
const TIME = alternatives(
  'now currently today overall so_far right_now at_present at_the_moment in_general these_days as_things_stand',
);
const HERE = '(?:here|around here|in here)';
const NAME = String.raw`[\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,4}?`;
/** "of the plant", "in this world", "on the Lantern Coast". */
const OF_WHOLE = String.raw`(?:(?:of|in|at|on|across|within|throughout|for|around|about)\s+(?:(?:all(?: of)?|the|this|these|our|my|your)\s+)*(?:(?:whole|entire)\s+)?(?<whole>${NAME}))`;
const TAIL = String.raw`(?:\s+${TIME})?(?:\s+(?:${HERE}|${OF_WHOLE}))?(?:\s+${TIME})?[\s?.!,;:)"”]*$`;
const GIVE = String.raw`(?:(?:give|write|show|provide|offer|get)\s+(?:(?:me|us)\s+)?|(?:i|we)\s+(?:want|need)\s+|(?:can|could|may)\s+(?:i|we)\s+have\s+)?`;
const ADJECTIVE = alternatives('short brief quick general concise rough high-level');

const form = (topic: GlobalTopic | null, source: string): { topic: GlobalTopic | null; pattern: RegExp } => ({
  topic,
  pattern: new RegExp(`^${source}${TAIL}`, 'iu'),
});

/** A form without a topic has it from its noun. */
const FORMS = [
  form(
    'overview',
    String.raw`${GIVE}(?:an?\s+|the\s+)?(?:${ADJECTIVE}\s+)*(?:overview|summary|outline|rundown|big picture|overall picture|general picture)`,
  ),
  form(
    'overview',
    String.raw`what(?:'s|\s+is|\s+are)\s+(?:all\s+)?(?:this|these|it|(?:this|the|these)\s+${WHOLES})\s+(?:all\s+)?about`,
  ),
  form(
    'changes',
    String.raw`what(?:'s|\s+is)\s+(?:going on|happening|the (?:current )?(?:situation|state of (?:things|affairs|play)))`,
  ),
  form('changes', String.raw`(?:how|where)\s+do\s+things\s+stand`),
  form('changes', String.raw`what(?:'s|\s+has|\s+have)\s+(?:happened|changed)\s+so far`),
  form(
    null,
    String.raw`(?:what|which|who)(?:'s|\s+is|\s+are)\s+the\s+${MAIN}\s+(?<noun>[\p{L}-]+(?: (?:structures|relations|lines))?)`,
  ),
  form(null, String.raw`(?:list|name|describe|summari[sz]e|tell (?:me|us) about)\s+the\s+${MAIN}\s+(?<noun>[\p{L}-]+)`),
  form(
    null,
    String.raw`(?:what|which)\s+(?:${MAIN}\s+)?(?<noun>conflicts|disputes|tensions|rivalries|feuds|alliances|problems|threats|dangers)\s+(?:are\s+there|exist|are\s+going\s+on)`,
  ),
  form(
    'power',
    String.raw`(?:who|(?:which|what)\s+(?<noun>[\p{L}-]+))\s+(?:really\s+)?(?:holds?|has|have|wields?)\s+(?:the\s+)?(?:most\s+|real\s+)?(?:power|influence)`,
  ),
  form(
    'power',
    String.raw`(?:who|(?:which|what)\s+(?<noun>[\p{L}-]+))\s+(?:is|are)\s+(?:the\s+)?(?:most\s+powerful|in\s+power)`,
  ),
  form(
    'conflicts',
    String.raw`(?:who|(?:which|what)\s+(?<noun>[\p{L}-]+))\s+(?:is|are)\s+(?:at war|in conflict|fighting)(?:\s+with\s+(?:each other|one another|whom)|\s+whom)?`,
  ),
  form('conflicts', String.raw`who\s+are\s+(?:the\s+)?enemies`),
];
/** These name the whole itself. */
const WHOLE_FORMS = [
  new RegExp(
    String.raw`^(?:summari[sz]e|sum\s+up|describe|outline|introduce(?:\s+(?:me|us)\s+to)?|tell\s+(?:me|us)\s+about)\s+(?:(?:all(?: of)?|the|this|these|our|my)\s+)+(?:(?:whole|entire)\s+)?(?<whole>${WHOLES})\W*$`,
    'iu',
  ),
];

/**
 * Reads a question about the documents as a whole: "What are the main conflicts?", "Give me an overview of the plant".
 *
 * @returns null for every other question; whether `whole` is the whole, only the documents tell
 */
export function readGlobalQuestion(query: string): GlobalQuestion | null {
  const ask = readAsk(query);
  for (const { topic, pattern } of FORMS) {
    const match = pattern.exec(ask);
    if (!match) continue;
    const noun = match.groups?.noun ?? null;
    const asked = topic ?? TOPIC_OF.get(noun ?? '') ?? null;
    if (asked === null) continue;
    return { topic: asked, noun: isKind(asked, noun) ? noun : null, whole: match.groups?.whole ?? null };
  }
  const whole = WHOLE_FORMS.map((pattern) => pattern.exec(ask)?.groups?.whole).find((found) => found !== undefined);
  return whole === undefined ? null : { topic: 'overview', noun: null, whole };
}

/** Whether a noun says which things are asked for, rather than repeating the topic. */
function isKind(topic: GlobalTopic, noun: string | null): boolean {
  return noun !== null && (topic === 'kind' || TOPIC_OF.get(noun) === 'kind');
}

const COMMON_WHOLE = new RegExp(`^${WHOLES}$`, 'iu');

/** Whether a word of plain English means what documents as a whole describe: "world", "plant". */
export function isWordForWhole(words: string): boolean {
  return COMMON_WHOLE.test(words);
}
