export const BED = 'What does a bed at the Drowned Heron cost?';
/** Follows up on {@link BED}. */
export const BATH = 'And a bath?';
/** No document tells. */
export const DREAM = 'What did the keeper dream of last night?';

/** What differs from run to run: ids, numbered in the order in which they first occur, by the kind that stands for them. */
const IDS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['answer', /\banswer_[0-9a-f]{32}\b/g],
  ['completion', /\bchatcmpl-[\w-]{8,64}\b/g],
  ['document', /\bd[0-9a-f]{20}\b/g],
  ['id', /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g],
];

const MASKS: readonly (readonly [pattern: RegExp, mask: string])[] = [
  [/\b(?:localhost|127\.0\.0\.1):\d{4,5}\b/g, 'localhost:3100'],
  [/\(process \d{1,7}\)/g, '(process 4711)'],
  [/"created": ?\d{10}\b/g, '"created":1767225600'],
  [/ · [\d.]{1,12} m?s \([^)\n]{1,300}\)/g, ''],
  // Processors differ from about the fifth decimal on.
  [/\b(\d\.\d{2})\d{2,}\b/g, '$1'],
];

/** The text with the same bytes in every run. */
export function steadyText(text: string): string {
  const masked = MASKS.reduce((sofar, [pattern, mask]) => sofar.replace(pattern, mask), text);
  return IDS.reduce((sofar, [kind, pattern]) => {
    const found = [...new Set(sofar.match(pattern))];
    return sofar.replace(pattern, (id) => `${kind}-${found.indexOf(id) + 1}`);
  }, masked);
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** JSON for readers, with long texts cut, and lists after some parts. */
export function shownJson(value: unknown, parts = 2): string {
  const brief = (each: unknown): unknown => {
    if (typeof each === 'string') return each.length > 160 ? `${each.slice(0, 160).trimEnd()} …` : each;
    if (typeof each !== 'object' || each === null) return each;
    if (!Array.isArray(each)) return Object.fromEntries(Object.entries(each).map(([key, one]) => [key, brief(one)]));
    return [...each.slice(0, parts).map(brief), ...(each.length > parts ? [`… ${each.length - parts} more`] : [])];
  };
  return fenced('json', JSON.stringify(brief(value)));
}
