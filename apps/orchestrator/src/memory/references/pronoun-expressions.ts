import { tokenize, type Token } from '@arbiter/text';
import type { Expression } from './expression.js';
import { possessiveOf } from './expression.js';
import type { Mention } from './mentions.js';
import { nounPhrasesIn } from './noun-phrases.js';
import { isIntroducedBefore, namesSomething } from './stands-alone.js';
import { AUXILIARIES, isFunctionWord, PREPOSITIONS } from './words.js';

type Agreement = 'person' | 'thing' | 'plural';

const AGREEMENTS: Readonly<Record<string, Agreement>> = {
  he: 'person',
  him: 'person',
  his: 'person',
  she: 'person',
  her: 'person',
  hers: 'person',
  it: 'thing',
  its: 'thing',
  they: 'plural',
  them: 'plural',
  their: 'plural',
  theirs: 'plural',
};
/** What stands before the noun of "how many lamps did they …", "what other courses does she …". */
const ASKED_FOR = /\b(?:what|which|how\s+(?:many|much))(?:\s+(?:other|more))?\s+$/i;
const POSSESSIVES = new Set(['his', 'her', 'its', 'their', 'hers', 'theirs']);
/** "Is it easier to win …", "How far is it across …", "It's raining": it is nobody. */
const EXPLETIVES: readonly RegExp[] = [
  // Followed by what is to be done; "How long does it take to arrive?" asks of something that arrives.
  /\b(?:is|was|be|does|did|do|will|would|has|take|takes|took)\s+(?:it\s+)?(?:take\s+)?[^?.]*?\bto\s+(?!the\b|an?\b)\p{L}*[^s\s?.]\s+\p{L}/iu,
  /\bit\s+(?:is|was)\s+\w+\s+(?:to|that)\b/i,
  /\bit(?:['’]s|\s+is|\s+was)?\s+(?:rain|snow|blow)(?:s|ing|ed)?\b/i,
  /\bwhat\s+(?:time|day|date)\s+is\s+it\b/i,
  /\bis\s+it\s+(?:true|possible|allowed|permitted|necessary|worth|ok|okay|all\s+right|too\s+late)\b/i,
  /\bcall\s+it\b/i,
];

/**
 * "it", "its", "she", "her", "they", "them", "their" with what they stand for; those that the question itself explains
 * ("Does the engine keep its whistle?") or that stand for nothing ("Is it possible to …?") are left out.
 *
 * @param mentions of the session, as `mentionsOf` orders them
 */
export function pronounExpressions(question: string, mentions: readonly Mention[]): Expression[] {
  const tokens = tokenize(question);
  return tokens.flatMap((token, index) => {
    const word = token.text.toLowerCase();
    const agreement = AGREEMENTS[word.replace(/['’].*$/, '')];
    if (agreement === undefined || explainsItself(question, tokens, index, agreement)) return [];
    if (word === 'it' && isExpletive(question, tokens, index)) return [];
    // "What do they ask in Greywater?": people in general; what is named is asked about.
    if (agreement !== 'person' && namesSomething(question)) return [];
    const referent = referentOf(agreement, mentions);
    if (referent === null) return [];
    const isPossessive = POSSESSIVES.has(word) && (word !== 'her' || isNounAt(tokens, index + 1));
    const kept = /['’].+$/.exec(token.text)?.[0] ?? '';
    return [
      { start: token.start, end: token.end, referent: (isPossessive ? possessiveOf(referent) : referent) + kept },
    ];
  });
}

/** The mention that agrees; the newest exchange first, what it asked for before its subject, answers' names last. */
export function referentOf(agreement: Agreement, mentions: readonly Mention[]): string | null {
  const spokenOf = mentions.filter(({ asked, from }) => asked || from === 'question');
  const told = mentions.filter(({ asked, from }) => !asked && from === 'answer');
  const find = (...tests: ((one: Mention) => boolean)[]) => {
    for (const test of tests) {
      const found = spokenOf.find(test) ?? told.find(test);
      if (found) return found.text;
    }
    return null;
  };
  switch (agreement) {
    case 'person':
      // Ships and countries are "she", too.
      return find(
        ({ kind }) => kind === 'person',
        ({ kind }) => kind === 'maybe-person',
        ({ named, plural }) => named && !plural,
      );
    case 'plural':
      return (
        spokenOf.find(({ plural }) => plural)?.text ??
        told.find(({ plural, named, placed }) => plural && named && !placed)?.text ??
        // A kind may be spoken of as one: "the sand teal" – "how many of them".
        spokenOf.find(({ kind }) => kind === 'thing')?.text ??
        find(({ plural }) => plural)
      );
    default:
      return (
        thingOf(spokenOf.filter(({ kind, plural }) => kind === 'thing' && !plural)) ??
        spokenOf.find(({ kind }) => kind === 'thing' || kind === 'group')?.text ??
        told.find(({ kind, plural }) => kind === 'thing' && !plural)?.text ??
        find(({ kind }) => kind === 'maybe-person')
      );
  }
}

function isExpletive(question: string, tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.text.toLowerCase() ?? '';
  const [ofTo, ...others] = EXPLETIVES;
  return others.some((each) => each.test(question)) || (AUXILIARIES.has(before) && (ofTo?.test(question) ?? false));
}

/** The newest; but "the button" is taken for a part of the named thing that was spoken of before it. */
function thingOf(things: readonly Mention[]): string | null {
  const [newest] = things;
  if (!newest) return null;
  const isPart = !newest.named && !newest.asked && /^the\s+\S+$/i.test(newest.text);
  return (isPart ? things.find(({ named }) => named) : undefined)?.text ?? newest.text;
}

function isNounAt(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.text.toLowerCase();
  return word !== undefined && !isFunctionWord(word);
}

/** Whether something in the question before the pronoun agrees with it. */
function explainsItself(question: string, tokens: readonly Token[], index: number, agreement: Agreement): boolean {
  const at = tokens[index]?.start ?? 0;
  if (isIntroducedBefore(question, at)) return true;
  const before = nounPhrasesIn(question).filter(({ end }) => end <= at);
  return before.some((phrase) => {
    const between = question.slice(phrase.end, at).trim().toLowerCase();
    // "the red lamp on it": what the pronoun belongs to does not explain it.
    if (PREPOSITIONS.has(between) && !POSSESSIVES.has(tokens[index]?.text.toLowerCase() ?? '')) return false;
    // "How many casualties did they …", "What rank did she …": what is asked for is not who did it.
    if (AUXILIARIES.has(between) && !phrase.determined && ASKED_FOR.test(question.slice(0, phrase.start))) return false;
    if (agreement === 'person') return phrase.named || phrase.determined;
    if (agreement === 'plural') return phrase.plural || phrase.named || phrase.determined;
    return (phrase.determined || phrase.named) && !phrase.plural;
  });
}
