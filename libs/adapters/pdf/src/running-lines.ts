import type { Line, PageLayout } from './page-layout.js';

/** Lines at each edge of a page that may be a running head or foot. */
const EDGE_LINES = 2;
/** A line is running when it stands at the same height on this share of the pages, left and right ones counted apart. */
const MIN_SHARE = 0.3;
const MIN_PAGES = 3;
/** Heights are compared in steps of this many points. */
const HEIGHT_STEP = 4;
/** Words of a page count; a running line with others is kept where it first stands, since it may be the title. */
const COUNT_WORDS = /\b(?:page|of|p|pp|seite|von|sur|pagina)\b/gi;

/**
 * Takes running heads, feet and page numbers out of all pages, so that they neither are retrieved as passages nor cut
 * sentences that run over a page. A line with words stays on the first page that has it.
 */
export function withoutRunningLines(pages: readonly PageLayout[]): PageLayout[] {
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(edgeLines(page).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const pagesWithText = pages.filter(({ regions }) => regions.length > 0).length;
  const least = Math.max(MIN_PAGES, MIN_SHARE * pagesWithText);
  const kept = new Set<string>();
  return pages.map((page) => {
    const running = new Set(edgeLines(page).filter((line) => (counts.get(keyOf(line)) ?? 0) >= least));
    for (const line of running) {
      if (!hasWords(line) || kept.has(keyOf(line))) continue;
      kept.add(keyOf(line));
      running.delete(line);
    }
    const regions = page.regions.map((region) => region.filter((line) => !running.has(line)));
    return { ...page, regions: regions.filter((region) => region.length > 0) };
  });
}

function edgeLines({ regions }: PageLayout): Line[] {
  const lines = regions.flat().sort((a, b) => a.y - b.y);
  return lines.length <= 2 * EDGE_LINES ? lines : [...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)];
}

function keyOf({ text, y }: Line): string {
  return `${Math.round(y / HEIGHT_STEP)} ${text.replace(/\d+/g, '#').toLowerCase()}`;
}

function hasWords({ text }: Line): boolean {
  return /\p{L}{2}/u.test(text.replace(COUNT_WORDS, ''));
}
