import { searchPages, shownLine, shownText, type FoundPage } from '@arbiter/contracts';
import type { ContentBlock } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Places } from '../library.js';
import { wholeCharacter } from './document-tools.js';
import { textContent, toolOf } from './mcp-tool.js';
import { pictureOf } from './page-picture.js';
import { couldNotBeUsed, describePlace, documentLinks } from './render-results.js';

const MAX_PICTURES = 3;
/** Of the words of a page, in UTF-16 code units: enough to choose by. `read-document` has the others. */
const SHOWN_WORDS = 600;

export const SEARCH_PAGES = toolOf(searchPages, {
  title: 'Search pages',
  // Filters are long to describe, and few questions of pages need them.
  input: searchPages.input.omit({ filters: true }).extend({ pictures: z.int().min(0).max(MAX_PICTURES).default(1) }),
  fields: {
    query: 'What to look for, in words.',
    collections: 'The collections to search; all of the library when left out.',
    pictures: 'Of how many of the best pages the picture is shown.',
  },
  async run({ pictures, ...asked }, library) {
    const [{ pages, ...search }, places] = await Promise.all([library.ask(searchPages, asked), library.places()]);
    const best = pages.slice(0, pictures);
    const drawn = await Promise.all(best.map((page) => pictureOf(page, library, best.length)));
    const listed = pages.flatMap((page, at) => [renderPage(page, at + 1), ...drawn.slice(at, at + 1)]);
    const remarks = [...(pages.length === 0 ? ['No page was found.'] : []), ...couldNotBeUsed(search.degraded)];
    return {
      structured: { pages: pages.map((page) => shownPage(page, places)), ...search },
      content: [...listed, ...remarks.map(textContent), ...documentLinks(pages, places)],
    };
  },
});

function renderPage({ page, score, foundBy, words, ...document }: FoundPage, rank: number): ContentBlock {
  const place = describePlace({ ...document, section: [], page });
  const facts = `${shownLine(document.source)}, relevance ${score.toFixed(2)}, found by ${foundBy.join(' and ')}`;
  return textContent(`${rank}. ${place} (${facts})\n${firstOf(words.trim())}`);
}

/** A page with where it is read and shown. */
function shownPage({ passages: _, title, source, words, start, end, ...page }: FoundPage, places: Places) {
  return {
    ...page,
    ...{ title: shownLine(title), source: shownLine(source), start, end, words: shownText(firstOf(words)) },
    uri: places.uriOf({ ...page, source }),
    ...places.linkTo(page.documentId, { start, end: start + words.length, quote: words }),
  };
}

function firstOf(words: string): string {
  return words.length <= SHOWN_WORDS ? words : `${words.slice(0, wholeCharacter(words, SHOWN_WORDS))}…`;
}
