import type { Line, PageLayout } from './page-fragments.js';

/** Lines at each edge of a page that may be a running head or foot. */
const EDGE_LINES = 2;
/** A line is running when it stands at the same height on this share of the pages, left and right ones counted apart. */
const MIN_SHARE = 0.3;
const MIN_PAGES = 3;
/** Heights are compared in steps of this many points. */
const HEIGHT_STEP = 4;
/** Words of a page count; a running line with others is kept where it first stands, since it may be the title. */
const COUNT_WORDS = /\b(?:page|of|p|pp|seite|von|sur|pagina)\b/gi;

/** A number at the end of a line, alone, or at its start before a word: where heads and feet have the page's. */
const PAGE_NUMBER = /^(\d{1,5})(?=\s+\p{L}|$)|(?<!\d)(\d{1,5})$/u;

/**
 * Takes running heads, feet and page numbers out of all pages, so that they neither are retrieved as passages nor cut
 * sentences that run over a page. A line with words that repeats stays on the first page that has it; one that counts
 * the pages is no text at all.
 */
export function withoutRunningLines(pages: readonly PageLayout[]): PageLayout[] {
  const repeated = new Map<string, number>();
  const counting = new Map<string, number>();
  for (const page of pages) {
    const lines = edgeLines(page);
    countEach(repeated, lines.map(keyOf));
    countEach(
      counting,
      lines.map((line) => countingKeyOf(line, page.number)),
    );
  }
  const pagesWithText = pages.filter(({ regions }) => regions.length > 0).length;
  const least = Math.max(MIN_PAGES, MIN_SHARE * pagesWithText);
  const seen = new Set<string>();
  return pages.map((page) => {
    const running = new Set<Line>();
    for (const line of edgeLines(page)) {
      const key = keyOf(line);
      const counts = (counting.get(countingKeyOf(line, page.number)) ?? 0) >= MIN_PAGES;
      const repeats = (repeated.get(key) ?? 0) >= least;
      if (counts || (repeats && (seen.has(key) || !hasWords(line)))) running.add(line);
      seen.add(key);
    }
    const regions = page.regions.map((region) => region.filter((line) => !running.has(line)));
    return { ...page, regions: regions.filter((region) => region.length > 0) };
  });
}

function edgeLines({ regions }: PageLayout): Line[] {
  const lines = regions.flat().sort((a, b) => a.y - b.y);
  return lines.length <= 2 * EDGE_LINES ? lines : [...lines.slice(0, EDGE_LINES), ...lines.slice(-EDGE_LINES)];
}

function countEach(counts: Map<string, number>, keys: readonly string[]): void {
  for (const key of new Set(keys)) if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
}

function keyOf({ text, y }: Line): string {
  return `${Math.round(y / HEIGHT_STEP)} ${text.replace(/\d+/g, '#').toLowerCase()}`;
}

/** The same for all lines at one height whose number goes up with the pages; empty for a line without such a number. */
function countingKeyOf({ text, y }: Line, page: number): string {
  const [, leading, trailing] = PAGE_NUMBER.exec(text) ?? [];
  const number = leading ?? trailing;
  return number === undefined ? '' : `${Math.round(y / HEIGHT_STEP)} ${Number(number) - page}`;
}

function hasWords({ text }: Line): boolean {
  return /\p{L}{2}/u.test(text.replace(COUNT_WORDS, ''));
}
