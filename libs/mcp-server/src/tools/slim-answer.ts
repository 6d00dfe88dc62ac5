import { Cost, documentUrl, shownLine, type Answer, type Citation } from '@arbiter/contracts';
import { z } from 'zod';
import { formatDocumentUri, type LibraryDomains } from '../resources/resource-uris.js';
import type { ToolCall } from './mcp-tool.js';

/** A span of a document as clients are shown it. */
export const SlimCitation = z.strictObject({
  /** n of the marker `[n]` in the text. */
  marker: z.int().min(1),
  quote: z.string(),
  title: z.string(),
  /** Headings from the outermost to the innermost. */
  section: z.array(z.string()),
  /** Relative path or URL, as ingested. */
  source: z.string(),
  collection: z.string(),
  documentId: z.string(),
  /** Offsets in the text of the document, in UTF-16 code units. */
  start: z.int().min(0),
  end: z.int().min(0),
  /** From 1; absent for a format without pages. */
  page: z.int().min(1).optional(),
  /** The document as a resource. */
  uri: z.string(),
  /** The span in the console; absent where the server has no public address. */
  url: z.string().optional(),
});
export type SlimCitation = z.output<typeof SlimCitation>;

/** An answer without its working: attempts, checks, timings and passages are in its record. */
export const SlimAnswer = z.strictObject({
  id: z.string(),
  status: z.enum(['answered', 'declined']),
  /** With markers `[n]`; if declined, what is missing. */
  answer: z.string(),
  /** Probability that it is right, 0–1; null where it was not checked. */
  confidence: z.number().min(0).max(1).nullable(),
  sessionId: z.string().nullable(),
  /** The question as searched, if it followed up on others. */
  resolvedQuery: z.string().optional(),
  citations: z.array(SlimCitation),
  /** Of a declined question: the closest spans, as an offer and not as an answer. */
  closest: z.array(SlimCitation).optional(),
  notices: z.array(z.string()),
  /** Parts that could not be used. */
  degraded: z.array(z.string()),
  /** Of all language models together; absent where none was called. */
  tokens: z.strictObject({ input: z.int().min(0), output: z.int().min(0) }).optional(),
  /** Absent without a price table. */
  cost: Cost.optional(),
});
export type SlimAnswer = z.output<typeof SlimAnswer>;

export type Linking = Pick<ToolCall, 'publicUrl'> & { readonly domains: LibraryDomains };

/** @param linking what addresses are made of */
export function slimAnswer(answer: Answer, linking: Linking): SlimAnswer {
  const { id, status, confidence, sessionId, resolvedQuery, closest, notices = [], degraded, tokens, cost } = answer;
  return {
    id,
    status,
    answer: answer.answer,
    confidence,
    sessionId,
    ...(resolvedQuery !== undefined && { resolvedQuery }),
    citations: answer.citations.map((citation) => slimCitation(citation, linking)),
    ...(closest && { closest: closest.map((citation) => slimCitation(citation, linking)) }),
    notices,
    degraded,
    ...(tokens.length > 0 && {
      tokens: {
        input: tokens.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
        output: tokens.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
      },
    }),
    ...(cost && { cost }),
  };
}

function slimCitation(citation: Citation, { domains, publicUrl }: Linking): SlimCitation {
  const { marker, quote, title, section, source, collection, documentId, start, end, page } = citation;
  return {
    marker,
    quote,
    title: shownLine(title),
    section: section.map(shownLine),
    source: shownLine(source),
    collection,
    documentId,
    start,
    end,
    ...(page !== null && { page }),
    uri: formatDocumentUri({ domain: domains.domainOf(collection), path: source, id: documentId }),
    ...(publicUrl !== undefined && { url: documentUrl(publicUrl, documentId, citation) }),
  };
}
