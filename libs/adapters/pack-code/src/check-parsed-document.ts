import { ArbiterError } from '@arbiter/contracts';
import { PARSED_ENTITY_SHAPE, type ParsedDocument } from '@arbiter/ports';
import { z } from 'zod';

const offset = z.int().min(0);
const span = { start: offset, end: offset };
const Metadata = z.record(z.string(), z.json());

const Shape = z.strictObject({
  text: z.string(),
  title: z.string(),
  sections: z.array(z.strictObject({ heading: z.string(), level: z.int().min(1), start: offset })),
  pages: z.array(z.strictObject({ number: z.int().min(1), start: offset })),
  blocks: z.array(
    z.strictObject({
      kind: z.enum(['paragraph', 'heading', 'list_item', 'table_row', 'code', 'quote']),
      ...span,
      runIn: offset.exactOptional(),
    }),
  ),
  utterances: z
    .array(
      z.strictObject({
        ...span,
        speaker: z.string().nullable(),
        from: z.number().min(0).nullable(),
        to: z.number().min(0).nullable(),
      }),
    )
    .exactOptional(),
  metadata: Metadata,
  warnings: z.array(z.string()),
  entities: z.array(z.strictObject({ ...PARSED_ENTITY_SHAPE, attributes: Metadata })).exactOptional(),
});

/**
 * What a parser of a pack has made of a document, if it is one: chunks, citations and entities are cut by its offsets.
 *
 * @throws ArbiterError INTERNAL with the first promise of `ParsedDocument` that it breaks
 */
export function checkParsedDocument(value: unknown): ParsedDocument {
  const shape = Shape.safeParse(value);
  if (!shape.success) {
    const [issue] = shape.error.issues;
    throw broken(`"${issue?.path.join('.') ?? ''}": ${issue?.message ?? ''}`);
  }
  const { text, blocks, sections, pages, utterances = [], entities = [] } = shape.data;
  if (!text.isWellFormed() || text !== text.normalize('NFC')) throw broken('its text is not normalised (NFC)');
  if (/[^\P{Cc}\n\t]/u.test(text)) throw broken('its text has control characters or other line ends than \\n');
  for (const [what, spans] of Object.entries({ blocks, utterances })) checkOrder(what, spans, text);
  const uncovered = [...blocks, { start: text.length, end: text.length }].some(({ start }, index) =>
    /\S/.test(text.slice(blocks[index - 1]?.end ?? 0, start)),
  );
  if (uncovered) throw broken('there is text outside of its blocks');
  for (const { heading, start } of sections)
    if (heading.trim() === '' || !text.startsWith(heading, start)) throw broken(`no heading stands at ${start}`);
  if (!isAscending(sections)) throw broken('its sections are not in order');
  if (!isAscending(pages) || pages.some(({ start }) => start > text.length)) throw broken('its pages are not in order');
  for (const { name, start, end } of entities)
    if (end < start || end > text.length) throw broken(`the entity "${name}" lies outside of the text`);
  return shape.data;
}

function checkOrder(
  what: string,
  spans: readonly { readonly start: number; readonly end: number }[],
  { length }: string,
): void {
  let last = 0;
  for (const [index, { start, end }] of spans.entries()) {
    if (start < last || end <= start || end > length) throw broken(`"${what}.${index}" overlaps or lies outside`);
    last = end;
  }
}

function isAscending(placed: readonly { readonly start: number }[]): boolean {
  return placed.every(({ start }, index) => start >= (placed[index - 1]?.start ?? 0));
}

function broken(what: string): ArbiterError {
  return new ArbiterError('INTERNAL', `What its parser makes of it is no document: ${what.slice(0, 300)}.`);
}
