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
  for (const [what, spans] of Object.entries({ blocks, utterances })) checkOrder(what, spans, text);
  const isUncovered = [...blocks, { start: text.length, end: text.length }].some(({ start }, index) =>
    /\S/.test(text.slice(blocks[index - 1]?.end ?? 0, start)),
  );
  const unheaded = sections.find(({ heading, start }) => heading.trim() === '' || !text.startsWith(heading, start));
  const outside = entities.find(({ start, end }) => end < start || end > text.length);
  const faults: readonly (readonly [isFault: boolean, what: string])[] = [
    [!text.isWellFormed() || text !== text.normalize('NFC'), 'its text is not normalised (NFC)'],
    [/[^\P{Cc}\n\t]/u.test(text), 'its text has control characters or other line ends than \\n'],
    [isUncovered, 'there is text outside of its blocks'],
    [unheaded !== undefined, `no heading stands at ${unheaded?.start}`],
    [!isAscending(sections), 'its sections are not in order'],
    [!isAscending([...pages, { start: text.length }]), 'its pages are not in order'],
    [outside !== undefined, `the entity "${outside?.name}" lies outside of the text`],
  ];
  const [, fault] = faults.find(([isFault]) => isFault) ?? [];
  if (fault !== undefined) throw broken(fault);
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
