import { getDocument, getDocumentText, passageOf, QueryText, search, shownLine, shownText } from '@arbiter/contracts';
import { z } from 'zod';
import { describeDocument, MAX_PIECE, wholeCharacter } from './document-tools.js';
import { asJson, defineTool, type McpTool } from './mcp-tool.js';

const FOUND = 10;

/**
 * The two tools that ChatGPT's connectors call, in the form that they prescribe: the result as data, and as one text with the
 * same JSON (https://developers.openai.com/api/docs/mcp). They cite nothing without an address.
 */
export const CONNECTOR_TOOLS: readonly McpTool[] = [
  defineTool(z.strictObject({ query: QueryText }), {
    name: 'search',
    title: 'Search the library',
    description:
      'Find documents by words and meaning, for "fetch". Other clients rather use "query" or "hybrid-search".',
    async run({ query }, library) {
      const asked = { query, method: 'hybrid' as const, include_synthesis: false, limit: FOUND };
      const [{ results }, places] = await Promise.all([library.ask(search, asked), library.places()]);
      const shown = new Map<string, { id: string; title: string; url: string }>();
      for (const passage of results.map(passageOf)) {
        const { documentId: id, title, source, text: quote, start, end } = passage;
        if (shown.has(id)) continue;
        const { url = places.uriOf(passage) } = places.linkTo(id, { start, end, quote });
        shown.set(id, { id, title: shownLine(title === '' ? source : title), url });
      }
      return asJson({ results: [...shown.values()] });
    },
  }),
  defineTool(z.strictObject({ id: z.string().min(1).max(128) }), {
    name: 'fetch',
    title: 'Fetch a document',
    description: 'The text of a document that "search" found.',
    async run({ id }, library) {
      const [document, { text: whole }, places] = await Promise.all([
        library.ask(getDocument, { documentId: id }),
        library.ask(getDocumentText, { documentId: id }),
        library.places(),
      ]);
      const { title, uri, url = uri, source, collection, length } = describeDocument(document, places);
      const text = whole.slice(0, wholeCharacter(whole, MAX_PIECE));
      const rest = `Cut after ${text.length} of ${whole.length} characters: read on with "read-document", start ${text.length}.`;
      const metadata = {
        ...{ source, collection, length: String(length), uri },
        ...(text.length < whole.length && { rest }),
      };
      return asJson({ id, title, text: shownText(text), url, metadata });
    },
  }),
];
