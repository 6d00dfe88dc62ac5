import { z } from 'zod';

// The slim answer of the tools `query` and `read-answer`, as far as a bot shows it. Other keys are left out: a newer server may send more.

/** A span of a document that an answer rests on. */
export const ShownCitation = z.object({
  /** n of the marker `[n]` in the text. */
  marker: z.int().min(1),
  /** Empty for a page without words, whose picture was read. */
  quote: z.string(),
  title: z.string(),
  /** Headings from the outermost to the innermost. */
  section: z.array(z.string()).default([]),
  source: z.string(),
  documentId: z.string(),
  /** Offsets into the stored text, in UTF-16 code units: `quote === text.slice(start, end)`. */
  start: z.int().min(0),
  end: z.int().min(0),
  page: z.int().min(1).optional(),
  /** The part of the page whose picture was read: `upper left`. */
  part: z.string().optional(),
  /** Where the console shows the span; absent where the server has no public address. */
  url: z.url({ protocol: /^https?$/ }).optional(),
});
export type ShownCitation = z.output<typeof ShownCitation>;

export const ShownAnswer = z.object({
  id: z.string(),
  status: z.enum(['answered', 'declined']),
  answer: z.string(),
  /** 0–1; null where the answer was not checked. */
  confidence: z.number().min(0).max(1).nullable(),
  citations: z.array(ShownCitation),
  /** Of a declined question: the closest spans. */
  closest: z.array(ShownCitation).default([]),
  /** Remarks, one sentence each. */
  notices: z.array(z.string()).default([]),
});
export type ShownAnswer = z.output<typeof ShownAnswer>;

/** The spans that people may look at: of an answer its sources, of a refusal what came closest. */
export function quotedIn({ citations, closest }: ShownAnswer): readonly ShownCitation[] {
  return citations.length > 0 ? citations : closest;
}

/** Where a citation stands, for people: `The Ninth Bell › How the bell is rung › page 3`. */
export function placeOf({ title, source, section, page, part }: ShownCitation): string {
  const document = title === '' ? source : title;
  // The first heading of a document is often its title.
  const headings = section[0] === document ? section.slice(1) : section;
  const shownPage = page !== undefined && [`page ${page}`, part].filter(Boolean).join(', ');
  return [document, ...headings, ...(shownPage ? [shownPage] : [])].join(' › ');
}
