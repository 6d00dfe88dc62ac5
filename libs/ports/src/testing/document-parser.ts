import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import type { DocumentParser, ParsedDocument } from '../document-parser.js';

/** A document of the parser's format, small enough to read twenty times in a test. */
export interface DocumentSample {
  /** Its special feature, to complete "reads …": "a table with merged cells". */
  readonly what: string;
  /** File name with its extension. */
  readonly name: string;
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>);
  /** Words that the text must contain, so that an empty result fails. */
  readonly holds: readonly string[];
}

export interface DocumentParserConformance {
  /** An empty file is an empty text. A container format refuses it, because no container is empty. */
  readonly emptyFile?: 'empty text' | 'refused';
}

/** Lengths of the prefixes of each sample that are tried, as shares. */
const CUTS = [0.1, 0.35, 0.6, 0.9, 0.99];

/** Checks all promises of the port on every sample. `create` makes a parser as in production. */
export function describeDocumentParser(
  name: string,
  create: () => DocumentParser,
  samples: readonly [DocumentSample, ...DocumentSample[]],
  { emptyFile = 'empty text' }: DocumentParserConformance = {},
): void {
  describe(`${name} is a document parser`, () => {
    const parse = async (sample: DocumentSample, signal = new AbortController().signal): Promise<ParsedDocument> =>
      create().parse({ bytes: await bytesOf(sample), name: sample.name, signal });

    it('says what it takes', () => {
      const parser = create();
      expect(parser.name).toMatch(/\S/);
      expect(parser.mediaType).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
      for (const extension of parser.extensions) expect(extension).toMatch(/^(\.[a-z0-9]+)?$/);
      for (const sample of samples) expect(parser.extensions).toContain(extensionOf(sample.name));
      for (const [mediaType, extension] of Object.entries(parser.otherMediaTypes ?? {})) {
        expect(mediaType).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/);
        expect(mediaType).not.toBe(parser.mediaType);
        expect(parser.extensions).toContain(extension);
      }
    });

    describe.each(samples)('reading $what', (sample) => {
      it('finds its words', async () => {
        const { text } = await parse(sample);
        for (const words of sample.holds) expect(text).toContain(words);
      });

      it('gives normalised text', async () => {
        expectNormalized((await parse(sample)).text);
      });

      it('gives blocks in order that cover every visible character once', async () => {
        expectCoveringBlocks(await parse(sample));
      });

      it('gives sections that start at their headings, and pages in order', async () => {
        expectPlacedSections(await parse(sample));
        expectAscendingPages(await parse(sample));
      });

      it('gives utterances in order and inside the text', async () => {
        expectPlacedUtterances(await parse(sample));
      });

      it('gives a tidy title, metadata in JSON and warnings in sentences', async () => {
        const { title, metadata, warnings } = await parse(sample);
        expect(title).toBe(title.trim().normalize('NFC'));
        expect(title).not.toMatch(/\p{Cc}/u);
        expect(JSON.parse(JSON.stringify(metadata))).toStrictEqual(metadata);
        for (const warning of warnings) expect(warning).toMatch(/^\S.*\S$/);
      });

      it('gives entities with a name, JSON attributes and a span of the text that names them', async () => {
        const { text, entities = [] } = await parse(sample);
        for (const { type, name, aliases, attributes, start, end } of entities) {
          expect(type).toMatch(/^[a-z]+(-[a-z]+)*$/);
          expect(aliases).not.toContain(name);
          expect(JSON.parse(JSON.stringify(attributes))).toStrictEqual(attributes);
          expect(start >= 0 && end <= text.length).toBe(true);
          expect(text.slice(start, end)).toContain(name);
        }
      });

      it('gives the same each time and leaves the bytes alone', async () => {
        const bytes = await bytesOf(sample);
        const before = Uint8Array.from(bytes);
        const request = { bytes, name: sample.name, signal: new AbortController().signal };
        const first = await create().parse(request);
        expect(bytes).toEqual(before);
        expect(await create().parse(request)).toStrictEqual(first);
      });

      it.each(CUTS)('reads or refuses its first part of %p', async (share) => {
        const whole = await bytesOf(sample);
        const bytes = whole.slice(0, Math.floor(whole.length * share));
        await expectReadOrRefused(create(), bytes, sample.name);
      });

      it('reads or refuses it with damaged bytes', async () => {
        const bytes = Uint8Array.from(await bytesOf(sample));
        for (let at = 5; at < bytes.length; at += 97) bytes[at] = (at * 31) & 0xff;
        await expectReadOrRefused(create(), bytes, sample.name);
      });

      it('stops when the caller has gone, before and while it reads', async () => {
        const gone = new ArbiterError('CANCELLED', 'The caller has gone.');
        await expect(parse(sample, AbortSignal.abort(gone))).rejects.toBe(gone);

        const bytes = await bytesOf(sample);
        const controller = new AbortController();
        const reading = create().parse({ bytes, name: sample.name, signal: controller.signal });
        controller.abort(gone);
        await expect(reading).rejects.toBe(gone);
      });
    });

    it(
      emptyFile === 'refused' ? 'refuses a file without bytes' : 'reads a file without bytes as an empty text',
      async () => {
        const { name: fileName } = samples[0];
        const request = { bytes: new Uint8Array(0), name: fileName, signal: new AbortController().signal };
        if (emptyFile === 'refused') {
          await expect(create().parse(request)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
          return;
        }
        const parsed = await create().parse(request);
        expect(parsed).toMatchObject({ text: '', sections: [], blocks: [] });
      },
    );
  });
}

/** Throws a failed expectation if a parsed document breaks a promise of the port; for tests of single documents. */
export function expectWellFormedDocument(parsed: ParsedDocument): void {
  expectNormalized(parsed.text);
  expectCoveringBlocks(parsed);
  expectPlacedSections(parsed);
  expectAscendingPages(parsed);
  expectPlacedUtterances(parsed);
}

function expectNormalized(text: string): void {
  expect(text.isWellFormed()).toBe(true);
  expect(text === text.normalize('NFC')).toBe(true);
  expect(/[^\P{Cc}\n\t]|\ufeff|\u2028|\u2029/u.exec(text)).toBeNull();
}

function expectCoveringBlocks({ text, blocks }: ParsedDocument): void {
  let end = 0;
  for (const block of blocks) {
    expect(block.start).toBeGreaterThanOrEqual(end);
    expect(block.end).toBeGreaterThan(block.start);
    expect(text.slice(end, block.start)).toMatch(/^\s*$/);
    end = block.end;
  }
  expect(end).toBeLessThanOrEqual(text.length);
  expect(text.slice(end)).toMatch(/^\s*$/);
}

function expectPlacedSections({ text, sections }: ParsedDocument): void {
  let last = -1;
  for (const { heading, level, start } of sections) {
    expect(start).toBeGreaterThan(last);
    expect(Number.isInteger(level) && level >= 1).toBe(true);
    expect(heading).toMatch(/^\S(.*\S)?$/);
    expect(text.slice(start, start + heading.length)).toBe(heading);
    last = start;
  }
}

function expectAscendingPages({ text, pages }: ParsedDocument): void {
  let [number, start] = [0, 0];
  for (const page of pages) {
    expect(page.number).toBeGreaterThan(number);
    expect(page.start).toBeGreaterThanOrEqual(start);
    expect(page.start).toBeLessThanOrEqual(text.length);
    ({ number, start } = page);
  }
}

function expectPlacedUtterances({ text, utterances = [] }: ParsedDocument): void {
  let last = 0;
  for (const { start, end, speaker, from, to } of utterances) {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(text.length);
    expect(speaker === null || /^\S(.*\S)?$/.test(speaker)).toBe(true);
    if (from !== null) expect(from).toBeGreaterThanOrEqual(0);
    if (from !== null && to !== null) expect(to).toBeGreaterThanOrEqual(from);
    last = end;
  }
}

async function expectReadOrRefused(parser: DocumentParser, bytes: Uint8Array, name: string): Promise<void> {
  const outcome = await parser
    .parse({ bytes, name, signal: new AbortController().signal })
    .catch((error: unknown) => error);
  if (outcome instanceof ArbiterError) {
    expect(outcome.code).toBe('INVALID_REQUEST');
    expect(outcome.message).toMatch(/^.*\S\.$/);
    return;
  }
  if (outcome instanceof Error) throw outcome;
  expectWellFormedDocument(outcome as ParsedDocument);
}

async function bytesOf({ bytes }: DocumentSample): Promise<Uint8Array> {
  return bytes instanceof Uint8Array ? bytes : bytes();
}

function extensionOf(name: string): string {
  return /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
}
