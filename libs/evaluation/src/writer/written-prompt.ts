/** What a prompt for an answer asks, and from what. */
export interface WrittenPrompt {
  /** First line of the question. */
  readonly question: string;
  /** Text of each source by its number, white space folded. */
  readonly sources: ReadonlyMap<number, string>;
}

const QUESTION = /<question-([\w-]+)>\n/;
const SOURCE = /<source-([\w-]+) number="(\d+)">\n/g;

/** @param prompt the last message of a request to a language model @returns null for a prompt that asks no question */
export function readWrittenPrompt(prompt: string): WrittenPrompt | null {
  const opening = QUESTION.exec(prompt);
  const question = opening && insideOf(prompt, opening, 'question')?.split('\n')[0]?.trim();
  if (!question) return null;
  const sources = new Map<number, string>();
  for (const source of prompt.matchAll(SOURCE)) {
    const text = insideOf(prompt, source, 'source');
    // What is not closed is no prompt of ours, nor is what follows.
    if (text === null) break;
    sources.set(Number(source[2]), foldWhiteSpace(text));
  }
  return { question, sources };
}

/** @returns null for a fence that is not closed */
function insideOf(prompt: string, { 0: tag, 1: id = '', index }: RegExpExecArray, kind: string): string | null {
  const from = index + tag.length;
  const end = prompt.indexOf(`\n</${kind}-${id}>`, from);
  return end < 0 ? null : prompt.slice(from, end);
}

const MARKER = /(?<!\s)\s?\[(\d+)\]/g;
/** UTF-16 code units of a source that tell it from others, where one prompt shows more of it than another. */
const PROBE = 80;

/**
 * Leads the markers of an answer to the sources of another prompt that hold the same text.
 *
 * @param answer written for `from`
 * @returns null where the answer named sources and none of them is shown: its writer would not have known
 */
export function leadMarkers(answer: string, from: WrittenPrompt, to: WrittenPrompt): string | null {
  let [named, led] = [0, 0];
  const text = answer.replace(MARKER, (marker: string, digits: string) => {
    named += 1;
    const number = sameSource(from.sources.get(Number(digits)) ?? '', to.sources);
    if (number === null) return '';
    led += 1;
    return marker.replace(/\d+/, String(number));
  });
  return named > 0 && led === 0 ? null : text;
}

function sameSource(text: string, sources: WrittenPrompt['sources']): number | null {
  if (text === '') return null;
  const half = Math.floor(text.length / 2);
  const [middle, end] = [text.slice(half, half + PROBE), text.slice(-PROBE)];
  const all = [...sources];
  const same = all.find(([, source]) => source === text);
  const alike = all.find(
    ([, source]) => source.includes(end) || source.includes(middle) || text.includes(source.slice(-PROBE)),
  );
  return (same ?? alike)?.[0] ?? null;
}

export function foldWhiteSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
