import { type Availability, type StatusVocabulary, readStatus } from '@arbiter/changelog';
import { ADVERBS, DETERMINERS, NEGATORS } from '../english/words.js';
import type { Node } from '../reading/nodes.js';

export interface StatePhrase {
  readonly status: string;
  readonly availability: Availability;
  /** Index after it. */
  readonly end: number;
}

const CUT =
  /^(?:,|;|:|\.|\(|\)|–|—|and|but|because|since|until|for|by|due|after|from|while|with|when|as|which|who|that|again|"|“)$/;

const SKIPPED =
  /^(?:now|still|again|completely|badly|currently|all|once|more|already|therefore|fully|partly|seriously|officially|temporarily|permanently|both|otherwise|so|well|also|back)$/;

/** Words that are states as predicates but say nothing before other words. */
const NOT_ALONE =
  /^(?:gone|left|spent|lost|cut|run|met|cleared|present|standing|set|full|free|clear|broken|reported|running|sound|safe|valid|down|live|back|empty|down|well|present|ready|open|short)$/;

/**
 * Reads the words after a copula as a state: "out of service", "now closed", "not working".
 *
 * @param from index of the first word after the verb
 */
export function readState(
  nodes: readonly Node[],
  from: number,
  end: number,
  vocabulary: StatusVocabulary,
): StatePhrase | null {
  let index = from;
  let negation = '';
  while (index < end) {
    const node = nodes[index];
    if (!node || node.entity) return null;
    if (node.word === 'no' && nodes[index + 1]?.word === 'longer') {
      negation = 'no longer ';
      index += 2;
    } else if (NEGATORS.has(node.word) && node.word !== 'no' && node.word !== 'without') {
      negation = 'not ';
      index++;
    } else if (
      SKIPPED.test(node.word) &&
      !(node.word === 'back' && /^(?:in|into|on|at|up|online|to|from)$/.test(nodes[index + 1]?.word ?? '')) &&
      index + 1 < end
    )
      index++;
    else if ((ADVERBS.has(node.word) || node.word.endsWith('ly')) && !/^(?:in|only)$/.test(node.word)) index++;
    else break;
  }
  const start = index;
  if (
    DETERMINERS.has(nodes[start]?.word ?? '') &&
    nodes[start]?.word !== 'no' &&
    !/^(?:ruin|wreck|write-off|corpse)$/.test(nodes[start + 1]?.word ?? '')
  )
    return null;
  const words: string[] = [];
  while (index < end && words.length < 5) {
    const node = nodes[index];
    if (!node || CUT.test(node.word)) break;
    if (node.entity && words.length > 0) break;
    words.push(node.word);
    index++;
  }
  // "no longer allowed on site": the negation makes the state.
  if (negation !== '' && /^(?:allowed|permitted|fit|accessible|needed|employed|here|there|with)$/.test(words[0] ?? ''))
    return { status: `${negation}${words[0] ?? ''}`, availability: 'closed', end: start + 1 };
  const own = ownStatus(words, vocabulary);
  if (own)
    return {
      ...own,
      status: `${negation}${own.status}`,
      availability: readStatus(`${negation}${own.status}`, vocabulary),
      end: start + own.length,
    };
  const opensPhrase =
    /^(?:an?|out|off|on|in|under|back|at|without|behind|no|awaiting|pending|waiting|taken|tagged|locked|written|booked|switched|turned|powered|shut|sealed|signed|swept|washed|struck|burn\w+|laid|stood|closed|cordoned|blocked|broken|given|released)$/.test(
      words[0] ?? '',
    );
  for (let length = 1; length <= (opensPhrase ? words.length : 1); length++) {
    const phrase = words.slice(0, length).join(' ');
    const availability = readStatus(phrase, vocabulary);
    if (availability === 'unknown') continue;
    let full = length;
    while (full < words.length && /^(?:of|in|into|on|under|out|off|to|at|from)$/.test(words[full - 1] ?? '')) full++;
    if (words[full] === 'to' && words.length > full + 1) full += 2;
    else if (/^(?:off|up|down|out|away|ill|sick)$/.test(words[full] ?? '')) full++;
    const [first = ''] = words;
    if (
      /^(?:the|this|that|his|her|its|their|a|an)$/.test(words[full - 1] ?? '') ||
      (/^(?:of|in|on|under|to)$/.test(words[full - 1] ?? '') && full === words.length && length < 3 && first !== 'back')
    )
      return null;
    const next = words[full] ?? '';
    if (
      length === 1 &&
      full === 1 &&
      NOT_ALONE.test(first) &&
      next !== '' &&
      !/^(?:at|in|on|to|under|good|again|there|here|today|tonight)$/.test(next)
    )
      return null;
    // "a closed door": an adjective before a noun is no predicate.
    const status = `${negation}${words.slice(0, full).join(' ')}`;
    return { status, availability: negation === '' ? availability : readStatus(status, vocabulary), end: start + full };
  }
  return null;
}

function ownStatus(
  words: readonly string[],
  { available = [], unavailable = [] }: StatusVocabulary,
): { status: string; length: number } | null {
  const text = words.join(' ');
  const found = [...available, ...unavailable]
    .filter((status) => text === status.toLowerCase() || text.startsWith(`${status.toLowerCase()} `))
    .sort((a, b) => b.length - a.length)[0];
  return found === undefined ? null : { status: found, length: found.split(' ').length };
}
