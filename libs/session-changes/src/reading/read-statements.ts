import { type ExtractableDocument, type Unit, readLayout } from '@arbiter/extraction';
import type { Span } from '@arbiter/text';

/** A sentence, a line of a log or a row. */
export interface Statement extends Span {
  readonly text: string;
  /** Of a row of a table. */
  readonly cells: Unit['cells'];
  /** Counts paragraphs; statements of one paragraph share what pronouns mean. */
  readonly paragraph: number;
  /** What stands in quotation marks: places in the text. */
  readonly quoted: readonly Span[];
  readonly isQuestion: boolean;
}

/** "06:10 –", "[22:40]" */
const LEADING_TIME = /^(?:\*\*)?[[(]?\d{1,2}[:.h]\d{2}(?: ?[ap]m)?[)\]]?(?:\*\*)?\s*[.:–—|-]*\s*/u;

const QUOTES =
  /"[^"\n]{1,600}"|“[^“”\n]{1,600}”|«[^«»\n]{1,600}»|(?<![\p{L}\p{N}])[‘'](?=\p{Lu})[^‘’'\n]{2,300}[.!?,][’'](?![\p{L}])/gu;

/** Longer sentences are not sentences. */
const MAX_LENGTH = 1_500;

/** Divides a session into statements. A time before one is taken off; offsets stay those of the document. */
export function readStatements(session: ExtractableDocument): Statement[] {
  let paragraph = -1;
  return readLayout(session).flatMap(({ start, end, text: whole, cells, opens, kind }) => {
    const time = LEADING_TIME.exec(whole)?.[0].length ?? 0;
    const text = whole.slice(time);
    if (opens || time > 0) paragraph++;
    if (text.trim() === '' || text.length > MAX_LENGTH) return [];
    const quoted = Array.from(text.matchAll(QUOTES), ({ 0: quote, index }) => ({
      start: index,
      end: index + quote.length,
    }));
    const isQuestion = /\?["'”’)]*$/.test(text.trim());
    return [{ start: start + time, end, text, cells: kind === 'row' ? cells : [], paragraph, quoted, isQuestion }];
  });
}
