/** Patterns that differ from run to run but do not affect the answer, with their masks for comparisons. */
const MASKS: readonly (readonly [pattern: RegExp, mask: string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'ID'],
  [/\b([a-z]+)_[0-9a-f]{32}\b/g, '$1_ID'],
  // Of a document: a hash of where it lies, which is another folder each time.
  [/\bd[0-9a-f]{20}\b/g, 'DOCUMENT'],
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g, 'DATE'],
  [/\b\d+(?:\.\d+)? (?:ms|s)\b/g, 'TIME'],
  [/("(?:ms|durationMs)"\s*:\s*)[\d.]+/g, '$1TIME'],
];

/** Scores differ between processors from about the fifth decimal on. */
const LONG_FRACTION = /\b(\d+\.\d{3})\d+\b/g;

/** Stands in a page for what is left out. */
const ELLIPSIS = '…';

/** A text without durations, ids, times of day and the last digits of scores; runs of blanks are one. */
export function maskOutput(text: string): string {
  const masked = MASKS.reduce((sofar, [pattern, mask]) => sofar.replace(pattern, mask), text);
  return masked
    .replace(LONG_FRACTION, '$1')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ $/gm, '')
    .trim();
}

/**
 * Whether a page shows what a command gave: the same when masked, where `…` in the page stands for anything. JSON is
 * compared however it is broken into lines.
 *
 * @param language of the fence
 */
export function matchesOutput(shown: string, output: string, language: string): boolean {
  const plain = (text: string): string => maskOutput(language === 'json' ? plainJson(text) : text);
  const parts = plain(shown)
    .split(ELLIPSIS)
    .map((part) => part.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('\\s*[^]*?\\s*')}$`).test(plain(output));
}

/**
 * Ids that a command of the page was given by an earlier one, each with what it is now: those of a shown output and of
 * the output it has now, in the order in which they occur. Empty when these are not equally many.
 */
export function renamedIds(shown: string, output: string): ReadonlyMap<string, string> {
  const idsIn = (text: string): string[] => [...new Set(text.match(/\b[a-z]+_[0-9a-f]{32}\b/g))];
  const [before, now] = [idsIn(shown), idsIn(output)];
  if (before.length !== now.length) return new Map();
  return new Map(before.map((id, index) => [id, now[index] ?? id]));
}

function plainJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    // An excerpt with `…` is no JSON.
    return text;
  }
}
