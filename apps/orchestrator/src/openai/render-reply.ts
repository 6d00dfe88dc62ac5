import { addUsage, documentUrl, quoted, shownLine, type Answer, type Citation } from '@arbiter/contracts';
import { describePlace } from '@arbiter/mcp-server';

/** A citation with the address at which the console shows it; without a public address there is none. */
export type LinkedCitation = Citation & { readonly url?: string };

/** An answer as both interfaces send it. */
export interface Reply {
  readonly text: string;
  /** OpenAI's form of citations. The stretch is that of a marker, in UTF-16 code units of the text. */
  readonly annotations: readonly { url: string; title: string; start_index: number; end_index: number }[];
  /** Arbiter's own: clients that do not know it leave it out. */
  readonly arbiter: {
    /** Null where nothing was searched. */
    readonly answerId: string | null;
    readonly status: Answer['status'] | 'task';
    readonly confidence: number | null;
    readonly citations: readonly LinkedCitation[];
    /** Of a declined question. */
    readonly closest?: readonly LinkedCitation[];
    readonly resolvedQuery?: string;
  };
  readonly usage: TokenUsage;
}

/** Of language models; 0 where none was called. */
export type TokenUsage = Omit<Answer['tokens'][number], 'model'>;

const NO_USAGE = { model: '', inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };

const SOURCES = '\n\nSources:\n';
const CLOSEST = '\n\nClosest passages:\n';
const MARKER = /\[(\d{1,3})\]/g;

/** What Markdown would read as markup in a name or a quote. */
const MARKUP = /[\\`*_[\]<>~|]/g;

/**
 * The answer with its sources below it, or the refusal with the closest passages.
 *
 * @param publicUrl origin of the console; undefined: titles stand there without links
 */
export function renderReply(answer: Answer, publicUrl: string | undefined): Reply {
  const linked = (citation: Citation): LinkedCitation =>
    publicUrl === undefined ? citation : { ...citation, url: documentUrl(publicUrl, citation.documentId, citation) };
  const citations = answer.citations.map(linked);
  const closest = answer.closest?.map(linked) ?? [];
  const { id: answerId, status, confidence, resolvedQuery } = answer;
  const sources = citations.map((citation) => `${citation.marker}. ${placeOf(citation)}`);
  const offered = closest.map(
    (one) => `${one.marker}. ${quoted(plain(shownLine(one.quote)), '“', '”')} (${placeOf(one)})`,
  );
  const text = [
    answer.answer,
    ...(sources.length > 0 ? [SOURCES, sources.join('\n')] : []),
    ...(offered.length > 0 ? [CLOSEST, offered.join('\n')] : []),
    ...(answer.notices ?? []).map((notice) => `\n\n${notice}`),
  ].join('');
  const arbiter = {
    ...{ answerId, status, confidence, citations },
    ...(answer.closest && { closest }),
    ...(resolvedQuery !== undefined && { resolvedQuery }),
  };
  return {
    text,
    annotations: annotationsIn(answer.answer, citations),
    arbiter,
    usage: answer.tokens.reduce(addUsage, NO_USAGE),
  };
}

/** A reply to a prompt of a chat page, for which nothing was searched. */
export function taskReply(text: string): Reply {
  const arbiter = { answerId: null, status: 'task', confidence: null, citations: [] } as const;
  return { text, annotations: [], arbiter, usage: NO_USAGE };
}

/** An answer that a client sends back as an earlier message, as it was before it was rendered. */
export function withoutSources(text: string): string {
  const ends = [SOURCES, CLOSEST].map((heading) => text.lastIndexOf(heading)).filter((place) => place !== -1);
  return text.slice(0, Math.min(text.length, ...ends));
}

function annotationsIn(text: string, citations: readonly LinkedCitation[]): Reply['annotations'] {
  return [...text.matchAll(MARKER)].flatMap(({ 0: marker, 1: number, index }) => {
    const { url, ...place } = citations[Number(number) - 1] ?? {};
    if (url === undefined || !('title' in place)) return [];
    return [{ url, title: describePlace(place), start_index: index, end_index: index + marker.length }];
  });
}

function placeOf(citation: LinkedCitation): string {
  const place = plain(describePlace(citation));
  return citation.url === undefined ? place : `[${place}](${citation.url})`;
}

function plain(text: string): string {
  return text.replace(MARKUP, String.raw`\$&`);
}
