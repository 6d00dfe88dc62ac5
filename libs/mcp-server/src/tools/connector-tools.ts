import { documentUrl, getDocumentText, passageOf, QueryText, search, shownLine, shownText } from '@arbiter/contracts';
import { z } from 'zod';
import { formatDocumentUri, LibraryDomains } from '../resources/resource-uris.js';
import { describeDocument, documentOf, MAX_PIECE } from './document-tools.js';
import { asJson, READS, runOperation, type McpTool } from './mcp-tool.js';
import { inputSchemaOf, parseArguments } from './tool-schema.js';

const FOUND = 10;

const SearchArguments = z.strictObject({ query: QueryText });
const FetchArguments = z.strictObject({ id: z.string().min(1).max(128) });

/**
 * The two tools that ChatGPT's connectors call, in the form that they prescribe: the result as data, and as one text with the
 * same JSON (https://developers.openai.com/api/docs/mcp). They cite nothing without an address.
 */
export const CONNECTOR_TOOLS: readonly McpTool[] = [
  {
    name: 'search',
    title: 'Search the library',
    description:
      'Find documents by words and meaning, for "fetch". Other clients rather use "query" or "hybrid-search".',
    inputSchema: inputSchemaOf(SearchArguments),
    annotations: READS,
    async run(args, call) {
      const { query } = parseArguments(SearchArguments, args);
      const asked = { query, method: 'hybrid' as const, include_synthesis: false, limit: FOUND };
      const { results } = await runOperation(search, asked, call, () => null);
      const domains = await LibraryDomains.read(call.caller, call.options);
      const shown = new Map<string, { id: string; title: string; url: string }>();
      for (const passage of results.map(passageOf)) {
        const { documentId: id, title, source, collection, text: quote, start, end } = passage;
        if (shown.has(id)) continue;
        const url =
          call.publicUrl === undefined
            ? formatDocumentUri({ domain: domains.domainOf(collection), path: source, id })
            : documentUrl(call.publicUrl, id, { start, end, quote });
        shown.set(id, { id, title: shownLine(title === '' ? source : title), url });
      }
      return asJson({ results: [...shown.values()] });
    },
  },
  {
    name: 'fetch',
    title: 'Fetch a document',
    description: 'The text of a document that "search" found.',
    inputSchema: inputSchemaOf(FetchArguments),
    annotations: READS,
    async run(args, call) {
      const document = await documentOf({ documentId: parseArguments(FetchArguments, args).id }, call);
      const { text } = await call.caller.request(getDocumentText, { documentId: document.id }, call.options);
      const linking = { domains: await LibraryDomains.read(call.caller, call.options), publicUrl: call.publicUrl };
      const { documentId: id, title, uri, url = uri, ...rest } = describeDocument(document, linking);
      const metadata = { source: rest.source, collection: rest.collection, length: String(rest.length), uri };
      // What is longer is read with "read-document".
      return asJson({ id, title, text: shownText(text.slice(0, MAX_PIECE)), url, metadata });
    },
  },
];
