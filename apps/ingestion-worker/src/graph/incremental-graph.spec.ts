import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { GraphCorrection, GraphSchema } from '@arbiter/contracts';
import { InMemoryExtractionStore } from '@arbiter/ports/testing';
import { soakCount, soakSeed } from '@arbiter/testing';
import { packFolder } from '@arbiter/testing/packs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GraphLibrary } from '../../test/graph-library.js';
import type { GraphBuilder } from './graph-builder.js';

const { signal } = new AbortController();
const REPOSITORY = join(import.meta.dirname, '../../../..');
const SCHEMA = GraphSchema.parse({ entityTypes: ['person', 'place', 'department', 'organisation', 'item'] });

/** Parts of a collection's extractions, as plain text. */
async function storedText({ extractions }: GraphLibrary): Promise<string> {
  const names = Array.from({ length: 16 }, (_, at) => `part-${at + 1}`);
  const parts = await Promise.all(names.map((name) => extractions.read('works', name, signal)));
  return parts.flatMap((bytes) => (bytes ? [gunzipSync(bytes).toString()] : [])).join('\n');
}

/** The documents of two packs, and their sessions, by path. */
async function packDocuments(): Promise<(readonly [path: string, markdown: string])[]> {
  const packs = [packFolder('redmoor-hospital'), join(REPOSITORY, 'domains/lantern-coast')];
  const files = await Promise.all(
    packs.flatMap((pack) =>
      ['documents', 'sessions'].map(async (folder) => {
        const root = join(pack, folder);
        const entries = await readdir(root, { recursive: true, withFileTypes: true });
        return entries
          .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
          .map(({ parentPath, name }) => join(parentPath, name))
          .sort()
          .map((path) => [join(folder, path.slice(root.length)), path] as const);
      }),
    ),
  );
  return Promise.all(files.flat().map(async ([path, file]) => [path, await readFile(file, 'utf8')] as const));
}

/** One change of the library, drawn. Numbers choose among what is there, whatever its count. */
const change = fc.record({
  kind: fc.constantFrom(
    ...(['add', 'add', 'delete', 'reword', 'borrow', 'rename', 'move', 'event', 'correct'] as const),
  ),
  one: fc.nat(),
  other: fc.nat(),
});
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

const packed = (content: object): Uint8Array => gzipSync(JSON.stringify(content));
const pick = <T>(from: readonly T[], number: number): T | undefined => from[number % from.length];

describe('a graph that is kept up to date', () => {
  it('is to the byte the one that a build from nothing gives, after any changes of real documents', async () => {
    const pool = await packDocuments();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 9 }), fc.nat(), async (changes, from) => {
        const library = new GraphLibrary();
        const texts = new Map<string, string>();
        const put = async (path: string, markdown: string): Promise<void> => {
          texts.set(path, markdown);
          await library.putMarkdown(path, markdown);
        };
        for (let at = 0; at < 8; at += 1) await put(...(pick(pool, from + at * 7) ?? pool[0]!));
        const sut = library.builder();
        await sut.build('works', SCHEMA, signal);
        for (const one of changes) {
          await apply(one, library, texts, pool, put);
          await sut.build('works', undefined, signal);
          const fresh = new GraphLibrary();
          const { documents, changelogs, corrections, graphs } = library;
          const kept = await graphs.read('works', (await library.version())!, signal);
          Object.assign(fresh, { documents, changelogs, corrections });
          await fresh.builder().build('works', SCHEMA, signal);
          const anew = await fresh.graphs.read('works', (await fresh.version())!, signal);
          expect(await library.version()).toBe(await fresh.version());
          expect(gunzipSync(kept!).toString()).toBe(gunzipSync(anew!).toString());
        }
      }),
      { numRuns: soakCount(40), seed: soakSeed('graphs that are kept up to date') },
    );
  }, 120_000);

  async function apply(
    { kind, one, other }: Change,
    library: GraphLibrary,
    texts: Map<string, string>,
    pool: readonly (readonly [string, string])[],
    put: (path: string, markdown: string) => Promise<void>,
  ): Promise<void> {
    const [path, text] = pick([...texts], one) ?? ['notes.md', '# Notes'];
    const [otherPath, otherText] = pick(pool, other) ?? ['', ''];
    const paragraphs = text.split('\n\n');
    const { entities } = await library.snapshot();
    switch (kind) {
      case 'add':
        return put(otherPath, otherText);
      case 'delete':
        if (texts.size > 1) {
          texts.delete(path);
          await library.documents.delete(path, signal);
        }
        return;
      case 'reword':
        return put(path, paragraphs.toSpliced(1 + (other % paragraphs.length), 1).join('\n\n'));
      case 'borrow':
        return put(path, [...paragraphs, pick(otherText.split('\n\n'), one) ?? ''].join('\n\n'));
      case 'rename': {
        // A name becomes that of another thing, in one document.
        const [from, to] = [pick(entities, one)?.name ?? 'Nobody', pick(entities, other)?.name ?? 'Nobody'];
        return put(path, text.replaceAll(from, to));
      }
      case 'move':
        texts.delete(path);
        await library.documents.delete(path, signal);
        return put(join('person', `${other % 9}-${path.split('/').at(-1) ?? ''}`), text);
      case 'event': {
        const id = other % 3 === 0 ? (pick(otherText.match(/\p{L}{4,}/gu) ?? [], one) ?? 'x') : pick(entities, one)?.id;
        return library.change((await library.changelogs.lastId('works', signal)) + 1, id ?? 'x', 'destroyed');
      }
      case 'correct': {
        const [entity, into] = [pick(entities, one)?.id ?? 'x', pick(entities, other)?.id ?? 'y'];
        const wanted = pick(
          [
            { kind: 'merge', entities: [entity], into },
            { kind: 'split', entity, documents: [path], name: 'The Split One', id: 'the-split-one' },
            { kind: 'rename', entity, name: 'The Renamed One' },
            { kind: 'retype', entity, type: 'place' },
            { kind: 'delete-entity', entity },
          ],
          other,
        );
        return library.correct(GraphCorrection.parse(wanted));
      }
    }
  }
});

describe('what a build keeps', () => {
  let library: GraphLibrary;
  let sut: GraphBuilder;
  let texts: string[];

  beforeEach(async () => {
    library = new GraphLibrary();
    texts = [];
    const text = library.documents.text.bind(library.documents);
    library.documents.text = (id, ...more) => {
      texts.push(id);
      return text(id, ...more);
    };
    await library.putWorks();
    sut = library.builder();
    await sut.build('works', SCHEMA, signal);
    expect(library.extracted).toHaveLength(4);
    library.extracted.length = 0;
    texts.length = 0;
  });

  it('spares the next one all documents but the changed', async () => {
    await library.put('machine/pump-2.md', 'Pump 2', 'Pump 2 is a piston pump. It is located in the Pump House.');
    await sut.refresh('works', signal);
    expect([library.extracted, texts]).toEqual([['machine/pump-2.md'], ['machine/pump-2.md']]);
    expect(gunzipSync((await library.graphs.read('works', (await library.version())!, signal))!).toString()).toContain(
      'piston pump',
    );
  });

  it('is read again where a name has come that it may hold, though the document is as it was', async () => {
    await library.put('place/tank.md', 'Brick Hall', 'Brick Hall is a hall of the works.');
    await sut.refresh('works', signal);
    expect(library.extracted).toEqual(['place/tank.md']);
    // "The Pump House is a brick hall."
    expect(texts.sort()).toEqual(['place/pump-house.md', 'place/tank.md']);
  });

  it('serves corrections, which extract nothing', async () => {
    await library.correct(GraphCorrection.parse({ kind: 'rename', entity: 'pump-2', name: 'Great Pump' }));
    await sut.refresh('works', signal);
    expect((await library.snapshot()).entities.map(({ name }) => name)).toContain('Great Pump');
    expect(library.extracted).toEqual([]);
  });

  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['is damaged', () => new Uint8Array([1, 2, 3])],
    ['has another format', () => packed({ format: 99, documents: [] })],
    ['lacks what it should have', () => packed({ format: 1, documents: [{ id: 'place/pump-house.md' }] })],
  ])('is made anew where it %s, without an error', async (_, damage) => {
    const before = await library.snapshot();
    for (let part = 1; part <= 16; part += 1) {
      const bytes = await library.extractions.read('works', `part-${part}`, signal);
      if (bytes) await library.extractions.put('works', `part-${part}`, damage(bytes), signal);
    }
    await library.put('place/yard.md', 'Coal Yard', 'The Coal Yard is a yard.');
    await sut.build('works', undefined, signal);
    await library.documents.delete('place/yard.md', signal);
    await sut.build('works', undefined, signal);
    expect(library.extracted).toHaveLength(5);
    expect(await library.snapshot()).toEqual(before);
    expect(library.warnings).toEqual([]);
  });

  it('is of no use to another schema or another extractor', async () => {
    await sut.build('works', GraphSchema.parse({ entityTypes: ['person'] }), signal);
    expect(library.extracted).toHaveLength(4);
    await library.builder({ extractor: { ...library.extractor, name: 'other-1' } }).build('works', undefined, signal);
    expect(library.extracted).toHaveLength(8);
  });

  it('holds nothing of a deleted document, not even a name that other documents only allude to', async () => {
    const secret = 'Harl Quux Moor is a fence. Harl Quux Moor, also called the Magpie, lives at the Pump House.';
    await library.put('person/secret.md', 'Harl Quux Moor', secret);
    await library.put('place/nest.md', 'Tin Nest', 'The Tin Nest is a shed. It is kept by the Magpie.');
    await sut.refresh('works', signal);
    expect(JSON.parse((await storedText(library)).split('\n').find((part) => part.includes('nest.md'))!)).toMatchObject(
      {
        documents: expect.arrayContaining([expect.objectContaining({ id: 'place/nest.md' })]),
      },
    );
    expect((await storedText(library)).match(/quux/gi)!.length).toBeGreaterThan(5);
    await library.documents.delete('person/secret.md', signal);
    await sut.refresh('works', signal);
    expect(await storedText(library)).not.toMatch(/quux/i);
    expect(await storedText(library)).toContain('nest.md');
  });

  it('goes with the collection', async () => {
    await sut.drop('works', signal);
    expect(await storedText(library)).toBe('');
  });

  it('is stored before the build ends where extraction is costly: a build that breaks off has not paid in vain', async () => {
    const extractor = { ...library.extractor, name: 'model-1', isCostly: true };
    const ports = { extractor, extractions: new InMemoryExtractionStore() };
    for (let at = 0; at < 40; at += 1) await library.put(`place/hut-${at}.md`, `Hut ${at}`, `Hut ${at} is a hut.`);
    let left = 30;
    extractor.extract = (...call) =>
      --left < 0 ? Promise.reject(new Error('no money left')) : library.extractor.extract(...call);
    await expect(library.builder(ports).build('works', SCHEMA, signal)).rejects.toThrow('no money left');
    left = Infinity;
    library.extracted.length = 0;
    await library.builder(ports).build('works', SCHEMA, signal);
    // Those that were under way are lost: of each part less than a batch.
    expect(library.extracted.length).toBeLessThan(44 - 15);
  });
});
