import { anyOf, AUXILIARIES, QUESTION_WORDS, singularOf } from '@arbiter/english';
import { foldNumberWords, questionTerms, terms } from '@arbiter/text';
import type { SnapshotEntity } from '../snapshot/graph-snapshot.js';
import type { KnowledgeGraph } from '../world/knowledge-graph.js';

/** What kind of thing answers a question. */
export interface QuestionTarget {
  /** `subject`: the thing that the question is about. `kind`: another thing, of a kind that the question names. */
  readonly asks: 'subject' | 'kind';
  /** Weights of the types that fit, 0 to 1; empty if the question does not tell. */
  readonly types: ReadonlyMap<string, number>;
  /** Noun that names of fitting things may hold, singular: "ward" for "Which ward …?"; null without one. */
  readonly noun: string | null;
  /** Entities that the question names, by position. */
  readonly named: ReadonlySet<number>;
  /** Entities that it describes without naming them, with how well, 0 to 1. */
  readonly described: ReadonlyMap<number, number>;
  /** Terms of the question, to compare relations with. */
  readonly terms: ReadonlySet<string>;
  /** Whether the question asks how things stand, rather than how they were before. */
  readonly isPresent: boolean;
}

/** "Is the bridge open?" asks about the bridge. */
export const YES_NO = new RegExp(`^(?:and |so |but )?${anyOf(AUXILIARIES)}\\b`, 'i');
const ASKING = new RegExp(`\\b(${anyOf(QUESTION_WORDS)})\\b`, 'i');
/** Ends the noun phrase after "which" and "what". */
const ENDS_PHRASE = /^(?:of|in|on|at|for|to|that|who|from|by|with|still|now|then|takes?|goes|comes|[.,;:?!])$/;
/** Without one of these a question is about the present. */
const PAST = /\b(?:was|were|did|had|used to|before|until|happened|became|once|first|originally|formerly)\b/i;
/** Words by which a question about the past asks about the present all the same. */
const PRESENT =
  /\b(?:now|still|today|tonight|currently|nowadays|these days|at present|at the moment|this (?:week|month))\b/i;
/** "On which day …?" asks about what happened then. */
const MEASURES: ReadonlySet<string> = new Set(
  'day date time hour minute week month year session number price cost amount reason way kind sort colour size length'.split(
    ' ',
  ),
);
const SUBJECT_WORDS: ReadonlySet<string> = new Set(['when', 'why', 'how']);
/** Descriptions are weak: a few candidates, each with a third of the question's describing words. */
const MAX_DESCRIBED = 3;
const MIN_DESCRIBED = 0.33;
/** A type that is near to what "who" and "where" ask for. */
const NEAR = 0.5;

/** Reads what a question asks for, by its form and the types of the domain. */
export function readTarget(question: string, graph: KnowledgeGraph): QuestionTarget {
  // "stall fourteen" is Stall 14.
  const named = new Set(
    [question, foldNumberWords(question)].flatMap((text) => graph.namedIn(text)).map(({ node }) => node),
  );
  const described = new Map(
    [...graph.profiles.describedIn(question, MAX_DESCRIBED)].filter(
      ([node, score]) => !named.has(node) && score >= MIN_DESCRIBED,
    ),
  );
  const asked = new Set(questionTerms(question).map(({ term }) => term));
  const clause = askingClause(question);
  const isPresent = PRESENT.test(clause) || !PAST.test(clause);
  const subject: QuestionTarget = {
    asks: 'subject',
    types: new Map(),
    noun: null,
    named,
    described,
    terms: asked,
    isPresent,
  };
  const asking = ASKING.exec(clause);
  if (!asking || YES_NO.test(clause)) return subject;
  const [, word = ''] = asking;
  const phrase = nounPhrase(clause.slice(asking.index + word.length));
  return { ...subject, ...kindAsked(word.toLowerCase(), phrase, graph) };
}

/** What a question word and the noun phrase after it ask for; nothing where they ask about the subject. */
function kindAsked(
  word: string,
  phrase: readonly string[],
  graph: KnowledgeGraph,
): Partial<Pick<QuestionTarget, 'asks' | 'types' | 'noun'>> {
  if (SUBJECT_WORDS.has(word)) return {};
  if (word.startsWith('who')) return { asks: 'kind', types: typesOf(graph, ['person'], ['organisation']) };
  if (word === 'where') return { asks: 'kind', types: typesOf(graph, ['place'], ['organisation']) };
  const [first] = phrase;
  if (first === undefined) return word === 'what' ? {} : { asks: 'kind' };
  // "What changed for …?"
  if (word === 'what' && /(?:ed|became|befell)$/.test(first)) return {};
  if (phrase.some((noun) => MEASURES.has(singularOf(noun)))) return {};
  for (const noun of phrase.toReversed()) {
    const votes = graph.types.votesFor(noun);
    const most = Math.max(0, ...Object.values(votes));
    if (most === 0) continue;
    const types = new Map(Object.entries(votes).map(([type, vote]) => [type, vote / most]));
    return { asks: 'kind', types, noun: singularOf(noun) };
  }
  return { asks: 'kind', noun: singularOf(phrase.at(-1) ?? '') };
}

type NamedEntity = Pick<SnapshotEntity, 'name' | 'aliases' | 'type'>;

/** Whether only what can be used now answers: "Where can we …?", not "Who was …?" and not "Is it open?". */
export function wantsAvailable({ asks, isPresent }: QuestionTarget): boolean {
  return asks === 'kind' && isPresent;
}

/** Whether a question has a word of a relation type: "Who leads …?" words `led_by` and `leads`, as far as stems tell. */
export function wordsRelation({ terms: asked }: QuestionTarget, type: string): boolean {
  return terms(type.replaceAll('_', ' ')).some(({ term }) => asked.has(term));
}

/** From here on an entity is of the kind that is asked for. */
const LEAST_FIT = 0.5;

/** Whether an entity is of the kind that is asked for. */
export function isAskedFor(target: QuestionTarget, entity: NamedEntity): boolean {
  return fitOf(target, entity) >= LEAST_FIT;
}

/** How well an entity fits what a question asks for, 0 to 1; one half where the question does not tell. */
export function fitOf({ types, noun }: QuestionTarget, { name, aliases, type }: NamedEntity): number {
  const named =
    noun !== null &&
    noun.length > 2 &&
    [name, ...aliases].some((one) =>
      one
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => singularOf(word) === noun),
    );
  if (named) return 1;
  return types.size === 0 ? 0.5 : (types.get(type) ?? 0);
}

/** The sentence or clause that asks: of several, the last with a question mark. */
function askingClause(question: string): string {
  const sentences = question.split(/(?<=[.;!?])\s+/);
  const asking = sentences.findLast((sentence) => sentence.includes('?')) ?? question;
  return asking.replace(/^[^,:]*(?::|—)\s*/, (lead) => (ASKING.test(asking.slice(lead.length)) ? '' : lead)).trim();
}

function nounPhrase(rest: string): string[] {
  const words: string[] = [];
  for (const [word] of rest.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*|[.,;:?!]/gu)) {
    const lower = word.toLowerCase();
    if (AUXILIARIES.has(lower) || ENDS_PHRASE.test(lower) || words.length === 4) break;
    words.push(lower);
  }
  return words;
}

function typesOf(graph: KnowledgeGraph, concepts: readonly string[], near: readonly string[]): Map<string, number> {
  const all = new Set(graph.entities.map(({ type }) => type));
  const fit = (type: string): number => {
    if (concepts.some((concept) => graph.types.isOfConcept(type, concept))) return 1;
    return near.some((concept) => graph.types.isOfConcept(type, concept)) ? NEAR : 0;
  };
  return new Map([...all].map((type) => [type, fit(type)]));
}
