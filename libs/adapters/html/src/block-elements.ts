import type { Element } from './dom.js';

/** Elements that start on a new line in a browser (HTML standard, 15.3), and table parts where a table is layout only. */
const BLOCK_TAGS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu ol optgroup option p pre search ' +
    'section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
);

export function isBlock(element: Element): boolean {
  return BLOCK_TAGS.has(element.tagName);
}

/** 1 for `h1` to 6 for `h6`; undefined for all else. */
export function headingLevel(element: Element): number | undefined {
  const level = /^h([1-6])$/.exec(element.tagName)?.[1];
  return level === undefined ? undefined : Number(level);
}
