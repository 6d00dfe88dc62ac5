import { addUsage, Answer, Citation, CitedPlace, Cost, nameBox, shownLine } from '@arbiter/contracts';
import { z } from 'zod';
import type { Places } from '../library.js';

const place = {
  /** From 1; absent for a format without pages. */
  page: z.int().min(1).optional(),
  /** The document as a resource. */
  uri: z.string(),
  /** The span in the console; absent where the server has no public address. */
  url: z.string().optional(),
};
const SlimPlace = CitedPlace.omit({ chunkId: true, lastPage: true }).extend(place);

/** A span of a document as clients are shown it, with its copies. */
const SlimCitation = Citation.omit({ chunkId: true, lastPage: true, score: true }).extend({
  ...place,
  alsoAt: z.array(SlimPlace).optional(),
  /** As `PageBox`, which the schema spares clients, and in words. */
  box: z.looseObject({}).optional(),
  part: z.string().optional(),
});

/** An answer without its working: attempts, checks, timings and passages are in its record. */
export const SlimAnswer = Answer.pick({
  ...{ id: true, status: true, answer: true, confidence: true, sessionId: true, resolvedQuery: true, degraded: true },
  unsupported: true,
}).extend({
  citations: z.array(SlimCitation),
  /** Of a declined question: the closest spans, as an offer and not as an answer. */
  closest: z.array(SlimCitation).optional(),
  notices: z.array(z.string()),
  /** Of all language models together; absent where none was called. */
  tokens: z.strictObject({ input: z.int().min(0), output: z.int().min(0) }).optional(),
  /** Absent without a price table. */
  cost: Cost.optional(),
});
export type SlimAnswer = z.output<typeof SlimAnswer>;

export function slimAnswer(whole: Answer, places: Places): SlimAnswer {
  const { id, status, answer, confidence, sessionId, resolvedQuery, degraded, unsupported, notices = [] } = whole;
  const [used] = whole.tokens.length > 0 ? [whole.tokens.reduce(addUsage)] : [];
  const cited = (citation: Citation) => slimCitation(citation, places);
  return {
    ...{ id, status, answer, confidence, sessionId, resolvedQuery, degraded, unsupported, notices },
    citations: whole.citations.map(cited),
    closest: whole.closest?.map(cited),
    tokens: used && { input: used.inputTokens, output: used.outputTokens },
    cost: whole.cost ?? undefined,
  };
}

function slimCitation(citation: Citation, places: Places): z.output<typeof SlimCitation> {
  const { marker, quote, alsoAt, box } = citation;
  const copies = alsoAt?.map((copy) => slimPlace(copy, places));
  const part = (box && nameBox(box)) ?? undefined;
  return { marker, quote, ...slimPlace(citation, places, quote), alsoAt: copies, box, part };
}

/** @param quote where it is known to the letter */
function slimPlace(cited: CitedPlace, places: Places, quote?: string): z.output<typeof SlimPlace> {
  const { title, section, source, collection, documentId, start, end, page } = cited;
  return {
    ...{ title: shownLine(title), section: section.map(shownLine), source: shownLine(source) },
    ...{ collection, documentId, start, end, page: page ?? undefined },
    uri: places.uriOf(cited),
    ...places.linkTo(documentId, quote === undefined ? undefined : { start, end, quote }),
  };
}
