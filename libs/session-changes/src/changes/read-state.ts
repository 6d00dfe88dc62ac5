import { type Availability, type StatusVocabulary, readStatus } from '@arbiter/changelog';
import { ADVERBS, DETERMINERS, NEGATORS } from '../english/words.js';
import type { Node } from '../reading/nodes.js';

export interface StatePhrase {
  readonly status: string;
  readonly availability: Availability;
}

/** Words that end a state. */
const CUT =
  /^(?:,|;|:|\.|\(|\)|–|—|and|but|because|since|until|for|by|due|after|from|while|with|when|as|which|who|that|again|"|“)$/;

const DEGREE =
  /^(?:now|still|again|completely|badly|currently|all|once|more|already|therefore|fully|partly|so|well|also|back)$/;

/** "back" opens a state before these: "back in service". */
const AFTER_BACK = /^(?:in|into|on|at|up|online|to|from)$/;

/** Words that open a state of several words: "out of service". Others are states by themselves. */
const OPENS_PHRASE =
  /^(?:an?|out|off|on|in|under|back|at|without|behind|no|awaiting|pending|waiting|taken|tagged|locked|written|booked|switched|turned|powered|shut|sealed|signed|swept|washed|struck|burn\w+|laid|stood|closed|cordoned|blocked|broken|given|released)$/;

/** Words of a state at most. */
const MAX_WORDS = 5;

/**
 * Reads the words after a copula as a state: "out of service", "now closed", "not working".
 *
 * @param from index of the first word after the verb
 * @returns null where they are none, or say nothing of use
 */
export function readState(
  nodes: readonly Node[],
  from: number,
  end: number,
  vocabulary: StatusVocabulary,
): StatePhrase | null {
  const { start, negation } = skipAdverbs(nodes, from, end);
  const first = nodes[start]?.word ?? '';
  if (nodes[start]?.entity || (DETERMINERS.has(first) && first !== 'no')) return null;
  const words = stateWords(nodes, start, end);
  const own = ownStatus(words.join(' '), vocabulary);
  const status = own ?? plainStatus(words, vocabulary);
  if (status === null) return null;
  const full = `${negation}${status}`;
  const availability = readStatus(full, vocabulary);
  return availability === 'unknown' ? null : { status: full, availability };
}

function skipAdverbs(nodes: readonly Node[], from: number, end: number): { start: number; negation: string } {
  let negation = '';
  let start = from;
  for (; start < end; start++) {
    const node = nodes[start];
    const next = nodes[start + 1]?.word ?? '';
    if (!node || node.entity) break;
    if (node.word === 'no' && next === 'longer') negation = 'no longer ';
    else if (NEGATORS.has(node.word) && node.word !== 'no' && node.word !== 'without') negation = 'not ';
    else if (!isAdverb(node.word) || (node.word === 'back' && AFTER_BACK.test(next))) break;
  }
  return { start, negation };
}

function isAdverb(word: string): boolean {
  return DEGREE.test(word) || ADVERBS.has(word) || word.endsWith('ly');
}

function stateWords(nodes: readonly Node[], start: number, end: number): string[] {
  const words: string[] = [];
  for (const { word, entity } of nodes.slice(start, Math.min(end, start + MAX_WORDS))) {
    if (CUT.test(word) || entity) break;
    words.push(word);
  }
  return words;
}

function plainStatus(words: readonly string[], vocabulary: StatusVocabulary): string | null {
  const [first = ''] = words;
  const most = OPENS_PHRASE.test(first) ? words.length : 1;
  for (let length = 1; length <= most; length++) {
    if (readStatus(words.slice(0, length).join(' '), vocabulary) === 'unknown') continue;
    // "out of" says enough, and "out of service" is what it is.
    let full = length;
    while (full < words.length && /^(?:of|in|into|on|under|at|from|to)$/.test(words[full - 1] ?? '')) full++;
    return words.slice(0, full).join(' ');
  }
  return null;
}

/** The longest status of the pack that the words begin with. */
function ownStatus(text: string, { available = [], unavailable = [] }: StatusVocabulary): string | null {
  const found = [...available, ...unavailable]
    .filter((status) => `${text} `.startsWith(`${status.toLowerCase()} `))
    .sort((a, b) => b.length - a.length)[0];
  return found ?? null;
}
