import type { Anthropic } from '@anthropic-ai/sdk';
import { documentsOf } from '@arbiter/adapter-kit/language-model';
import type { CitableDocument, GenerationRequest, TextCitation } from '@arbiter/ports';
import { type Span, splitSentences } from '@arbiter/text';

/** Longer titles are refused; the documentation only says that there is a limit. */
const LONGEST_TITLE = 500;

/**
 * A document whose sentences Anthropic may cite. They are sent one by one: the citation of a plain text has offsets in
 * characters, and the documentation does not say which; the citation of a list has the indices of what was sent.
 * https://platform.claude.com/docs/en/build-with-claude/citations
 */
export function documentParam({ title, text }: CitableDocument): Anthropic.DocumentBlockParam {
  const content = partsOf(text).map(({ start, end }) => ({ type: 'text' as const, text: text.slice(start, end) }));
  return {
    type: 'document',
    source: { type: 'content', content },
    ...(title !== '' && { title: title.slice(0, LONGEST_TITLE).toWellFormed() }),
    citations: { enabled: true },
  };
}

/** Finds what Anthropic cites in the documents of a request. */
export class CitedDocuments {
  readonly #sentences: readonly (readonly Span[])[];

  constructor({ messages }: GenerationRequest) {
    this.#sentences = messages.flatMap(documentsOf).map(({ text }) => splitSentences(text));
  }

  /** @returns null for a citation of anything else */
  find(citation: Anthropic.CitationsDelta['citation']): TextCitation | null {
    if (citation.type !== 'content_block_location') return null;
    const { document_index: document, start_block_index: from, end_block_index: to } = citation;
    const [first, last] = [this.#sentences[document]?.[from], this.#sentences[document]?.[to - 1]];
    return first && last && from < to ? { document, start: first.start, end: last.end } : null;
  }
}

/** The sentences with what stands between them: together the whole text. */
function partsOf(text: string): Span[] {
  const sentences = splitSentences(text);
  return sentences.map(({ start }, i) => ({
    start: i === 0 ? 0 : start,
    end: sentences[i + 1]?.start ?? text.length,
  }));
}
