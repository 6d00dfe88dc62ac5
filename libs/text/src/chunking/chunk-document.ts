import {
  type ChunkableBlock,
  type ChunkableDocument,
  type ChunkingOptions,
  DEFAULT_MAX_TOKENS,
  DEFAULT_OVERLAP_TOKENS,
  DEFAULT_TARGET_TOKENS,
  type TextChunk,
} from './chunkable-document.js';
import { cutUnits, type Unit } from './cut-units.js';
import { type PackingSizes, packUnits } from './pack-units.js';
import { sectionBodies } from './section-bodies.js';
import { SizeMeter } from './size-meter.js';

/**
 * Cuts a document into passages of about the target size.
 *
 * A chunk never crosses a heading, and a heading is in `section`, not in the text, unless nothing stands below it.
 * It ends with its page unless a block, list or table goes on, or a sentence leads up to what follows: beside the text of
 * another page, the few words of a drawing are not found (tools/evaluate/pages/tune: page recall@3 .75 instead of .51).
 * Blocks of one section are packed together; sentences, list items, table rows and code blocks stay whole unless one
 * alone is larger than the maximum, which then is cut between sentences (code: lines), words, or, in a word without
 * end, graphemes. Every character that is neither white space nor heading is in at least one chunk.
 *
 * The size of a chunk is the sum over its sentences, at least one token per 8 characters. Time is linear in the text.
 *
 * @throws RangeError when sizes are out of range, or when sections or blocks are out of order, overlap or leave the text
 */
export async function chunkDocument(document: ChunkableDocument, options: ChunkingOptions): Promise<TextChunk[]> {
  const sizes = packingSizes(options);
  const { text } = document;
  const bodies = sectionBodies(document);
  const meter = new SizeMeter(text, options.countTokens, sizes.maxTokens);
  const blocks = bodies.flatMap((body) => body.blocks);
  const units = await cutUnits(text, blocks, sizes.maxTokens, meter);

  const chunks: TextChunk[] = [];
  const pageAt = pageFinder(document.pages);
  const unitPageAt = pageFinder(document.pages);
  let block = 0;
  let unit = 0;
  for (const { path, blocks: own } of bodies) {
    block += own.length;
    const unitsOfSection: Unit[] = [];
    for (let next = units[unit]; next && next.block < block; next = units[++unit]) unitsOfSection.push(next);
    const runs = pageRuns(unitsOfSection, blocks, unitPageAt);
    for (const { start, end } of runs.flatMap((run) => packUnits(run, sizes))) {
      chunks.push({
        ordinal: chunks.length,
        start,
        end,
        text: text.slice(start, end),
        section: path,
        page: pageAt(start),
      });
    }
  }
  return chunks;
}

function packingSizes({
  targetTokens = DEFAULT_TARGET_TOKENS,
  maxTokens = DEFAULT_MAX_TOKENS,
  overlapTokens = DEFAULT_OVERLAP_TOKENS,
}: ChunkingOptions): PackingSizes {
  if (!(targetTokens >= 1 && targetTokens <= maxTokens)) {
    throw new RangeError(`targetTokens must be 1 to maxTokens (${maxTokens}), got ${targetTokens}`);
  }
  if (!(overlapTokens >= 0 && overlapTokens < targetTokens)) {
    throw new RangeError(`overlapTokens must be 0 to targetTokens (${targetTokens}), got ${overlapTokens}`);
  }
  return { targetTokens, maxTokens, overlapTokens };
}

/** Units that may stand in one chunk: those of a page, and what goes on over its end. */
function pageRuns(units: readonly Unit[], blocks: readonly ChunkableBlock[], pageAt: PageFinder): Unit[][] {
  const runs: Unit[][] = [];
  let previous: Unit | undefined;
  for (const unit of units) {
    const isOnSamePage = previous && pageAt(previous.end - 1) === pageAt(unit.start);
    if (previous && (isOnSamePage || previous.leadsUp || goesOn(blocks, previous, unit))) runs.at(-1)?.push(unit);
    else runs.push([unit]);
    previous = unit;
  }
  return runs;
}

/** Whether both are of one block, or of one list or table. */
function goesOn(blocks: readonly ChunkableBlock[], { block: before }: Unit, { block }: Unit): boolean {
  const kind = blocks[block]?.kind;
  return before === block || ((kind === 'list_item' || kind === 'table_row') && blocks[before]?.kind === kind);
}

type PageFinder = (offset: number) => number | null;

/** Finds the page of an offset; asked with offsets that never fall, except by an overlap. */
function pageFinder(pages: ChunkableDocument['pages']): PageFinder {
  let at = 0;
  return (offset) => {
    while ((pages[at + 1]?.start ?? Infinity) <= offset) at++;
    while (at > 0 && (pages[at]?.start ?? 0) > offset) at--;
    const page = pages[at];
    return page && page.start <= offset ? page.number : null;
  };
}
