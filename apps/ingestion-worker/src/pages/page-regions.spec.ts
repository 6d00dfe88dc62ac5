import { PdfiumRenderer } from '@arbiter/adapters-pdfium';
import { ArbiterError, getPageRegions, type Principal } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { boxOf, type LayoutModel, type Picture } from '@arbiter/ports';
import { FONT, onePage, PAGE, pdf, stream } from '@arbiter/testing/pdf';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { COLLECTION, library, LIGHT } from '../../test/ingestion-library.js';
import { blobKeyOf, DocumentBlobs, regionsKeyOf } from '../library/document-blobs.js';
import { documentIdOf } from '../library/document-identity.js';
import { OpenDocuments } from './open-documents.js';
import { PagePictures } from './page-pictures.js';
import { PageRegions } from './page-regions.js';
import { PagesController } from './pages.controller.js';

const { signal } = new AbortController();
const idOf = (name: string): string => documentIdOf(COLLECTION, `/library/${name}`);
/** Of one length, so that one may stand where the other did. */
const padded = (bytes: Uint8Array): Uint8Array => Buffer.concat([bytes, Buffer.alloc(4_000 - bytes.length, '\n')]);
const RULES = Array.from({ length: 25 }, (_, row) => `50 ${100 + row * 20} m 550 ${100 + row * 20} l S`).join(' ');
const WORDS = 'BT /F 12 Tf 50 700 Td (The lamp burns whale oil.) Tj ET';
const TABLE = padded(onePage({ 4: stream(`${WORDS} ${RULES}`) }));
/** Fourteen lines over a fifth of the page. */
const WIRING = padded(onePage({ 4: stream(`${WORDS} ${'100 100 m 400 400 l S '.repeat(14)}`) }));
const TEXT = padded(onePage({ 4: stream(`${WORDS} 50 690 m 200 690 l S`) }));
const ENCRYPTED = padded(
  onePage({}, [`<< /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P -4 >>`], {
    trailer: `/Encrypt 6 0 R /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`,
  }),
);
const REGIONS = [
  { kind: 'table', confidence: 0.9, box: { left: 0.05, top: 0.25, right: 0.95, bottom: 0.875 } },
  { kind: 'text', confidence: 0.5, box: { left: 0, top: 0, right: 0.5, bottom: 0.2 } },
];

/** Finds the same on every page, and remembers the pages that it was shown. */
class ScriptedModel implements LayoutModel {
  readonly name: string = 'scripted-1';
  readonly seen: Picture[] = [];
  isClosed = false;
  /** Called before it answers. */
  before: (asked: AbortSignal) => Promise<unknown> = () => Promise.resolve();

  async regions(picture: Picture, asked: AbortSignal) {
    asked.throwIfAborted();
    this.seen.push(picture);
    await this.before(asked);
    return [
      { kind: 'table' as const, confidence: 0.9, box: boxOf(0.05, 0.25, 0.95, 0.875) },
      { kind: 'text' as const, confidence: 0.5, box: boxOf(0, 0, 0.5, 0.2) },
    ];
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

type Library = ReturnType<typeof library>;
let sut: Library;
let model: ScriptedModel;
let opened: number;
let served: ReturnType<typeof serve>[];

function serve(of: Library, by: LayoutModel, isKept = true) {
  const real = new PdfiumRenderer();
  const pictures = new PagePictures({
    renderer: {
      open: (bytes, live) => {
        opened += 1;
        return real.open(bytes, live);
      },
    },
    blobs: of.blobs,
    kept: isKept ? new DocumentBlobs(of.blobs, of.documents) : null,
    open: new OpenDocuments(0),
  });
  return { pictures, regions: new PageRegions(pictures, by) };
}
const worker = (by: LayoutModel = model, isKept = true) => {
  served.push(serve(sut, by, isKept));
  return served.at(-1)!;
};

beforeEach(async () => {
  [opened, served, model] = [0, [], new ScriptedModel()];
  const files = { 'table.pdf': TABLE, 'text.pdf': TEXT, 'wiring.pdf': WIRING, 'light.md': LIGHT };
  sut = library(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`/library/${name}`, bytes])));
  await sut.ingest();
  worker();
});
afterEach(async () => {
  for (const { pictures, regions } of served) await Promise.all([pictures.close(), regions.close()]);
});

const ask = async (
  name: string,
  { page = 1, caller = signal, principal = null as Principal | null, by = served[0]! } = {},
) =>
  (
    await new PagesController(sut.documents, by.pictures, by.regions).regions(
      getPageRegions.input.parse({ documentId: idOf(name), page }),
      { signal: caller, principal } as OperationContext,
    )
  ).regions;
const kept = async () => (await sut.blobs.list(COLLECTION, 'picture', signal)).map(({ name }) => name);
const stored = async (name: string) => (await sut.documents.get(idOf(name), signal))!;
const putOriginal = async (name: string, bytes: Uint8Array) =>
  sut.blobs.put(blobKeyOf(await stored(name), 'original'), bytes, signal);

describe('regions of a page', () => {
  it('are what a model finds in its picture, in shares of the page', async () => {
    const regions = await ask('table.pdf');
    expect(regions).toEqual(REGIONS);
    expect(getPageRegions.output.safeParse({ regions }).success).toBe(true);
    expect(model.seen).toMatchObject([{ width: 800, height: 1_067 }]);
  });

  it('are looked for once, and kept for the next worker with the same model', async () => {
    await ask('table.pdf');
    expect(await ask('table.pdf')).toEqual(REGIONS);
    expect(await kept()).toEqual([
      blobKeyOf(await stored('table.pdf'), 'picture').name,
      regionsKeyOf(await stored('table.pdf'), 1, model.name).name,
    ]);
    expect(await ask('table.pdf', { by: worker() })).toEqual(REGIONS);
    expect([opened, model.seen.length]).toEqual([1, 1]);
    const other = Object.assign(new ScriptedModel(), { name: 'scripted-2' });
    expect(await ask('table.pdf', { by: worker(other) })).toEqual(REGIONS);
    expect(other.seen).toHaveLength(1);
  });

  it('need no model where nothing is drawn', async () => {
    expect([await ask('text.pdf'), model.seen]).toEqual([[], []]);
    expect(await ask('wiring.pdf')).toEqual(REGIONS);
  });

  it('are found again by a library that keeps nothing', async () => {
    const reader = worker(model, false);
    expect(await ask('table.pdf', { by: reader })).toEqual(REGIONS);
    expect(await kept()).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ['is deleted', () => sut.writer.delete(COLLECTION, [idOf('table.pdf')], signal)],
    ['has another version', () => sut.files.set('/library/table.pdf', WIRING)],
    ['is moved', () => sut.files.delete('/library/table.pdf') && sut.files.set('/library/moved.pdf', TABLE)],
    ['goes with its collection', () => sut.writer.drop(COLLECTION, signal)],
  ])('go when their document %s', async (what, change) => {
    const document = await stored('table.pdf');
    for (const name of ['table.pdf', 'wiring.pdf']) await ask(name);
    await change();
    if (/version|moved/.test(what)) await sut.ingest();
    expect((await kept()).filter((name) => name.startsWith(document.id))).toEqual([]);
    expect(await kept()).toHaveLength(what.includes('collection') ? 0 : 2);
  });

  it('do not outlive a document that is deleted while they are looked for', async () => {
    model.before = () => sut.writer.delete(COLLECTION, [idOf('table.pdf')], signal);
    expect(await ask('table.pdf')).toEqual(REGIONS);
    expect(await kept()).toEqual([]);
  });

  it('are swept where no document is left, and stay where one is', async () => {
    await ask('table.pdf');
    const left = await kept();
    const lost = { ...(await stored('table.pdf')), contentHash: 'f'.repeat(64) };
    await sut.blobs.put(regionsKeyOf(lost, 1, 'layout-cdla'), Buffer.from('[]'), signal);
    const known = ['table.pdf', 'text.pdf', 'wiring.pdf', 'light.md'].map(idOf);
    await sut.writer.removeOrphans(COLLECTION, new Set(known), signal);
    expect(await kept()).toEqual(left);
  });

  it('are for readers of its document alone, also when they are known', async () => {
    await ask('table.pdf');
    const principal: Principal = { name: 'zed', role: 'admin', tenant: 'zenith', groups: [] };
    await expect(ask('table.pdf', { principal })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.each<[string, string, number, RegExp]>([
    ['a page beyond the end', 'table.pdf', 2, /no page 2: the document has 1/],
    ['a document without pages', 'light.md', 1, /no pages that can be drawn/],
    ['an unknown document', 'nothing.pdf', 1, /no document/],
  ])('are NOT_FOUND for %s', async (_, name, page, message) => {
    const problem = { code: 'NOT_FOUND', message: expect.stringMatching(message) };
    await expect(ask(name, { page })).rejects.toMatchObject(problem);
    expect(await kept()).toEqual([]);
  });

  it.each<[string, string, Uint8Array]>([
    ['an encrypted file', 'INVALID_REQUEST', ENCRYPTED],
    ['a damaged file', 'INVALID_REQUEST', padded(Buffer.from('%PDF-1.7 no more'))],
    ['half a file', 'UNAVAILABLE', TABLE.subarray(0, 200)],
  ])('are refused for %s, and nothing is kept', async (_, code, bytes) => {
    await putOriginal('table.pdf', bytes);
    await expect(ask('table.pdf')).rejects.toMatchObject({ code });
    expect([await kept(), model.seen]).toEqual([[], []]);
    await putOriginal('table.pdf', TABLE);
    expect(await ask('table.pdf')).toEqual(REGIONS);
  });

  it('are found on the last of ten thousand pages', async () => {
    const kids = Array.from({ length: 10_000 }, (_, at) => `${at + 5} 0 R`).join(' ');
    const page = PAGE.replace('4 0 R', '3 0 R').replace('5 0 R', '4 0 R');
    const catalog = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count 10000 >>`];
    const bytes = pdf([...catalog, stream(`${WORDS} ${RULES}`), FONT, ...Array<string>(10_000).fill(page)]);
    const document = await stored('table.pdf');
    const original = { ...document.original!, bytes: bytes.length };
    await sut.documents.put({ ...document, original, length: 0 }, '', signal);
    await putOriginal('table.pdf', bytes);
    expect(await ask('table.pdf', { page: 10_000 })).toEqual(REGIONS);
    await expect(ask('table.pdf', { page: 10_001 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a model', () => {
  it('that cannot be used is UNAVAILABLE, and asked again with the next request', async () => {
    const problem = new ArbiterError('UNAVAILABLE', 'restore the model folder');
    model.before = () => Promise.reject(problem);
    await expect(ask('table.pdf')).rejects.toBe(problem);
    expect(await kept()).toEqual([]);
    model.before = () => Promise.resolve();
    expect(await ask('table.pdf')).toEqual(REGIONS);
  });

  it('sees a page once, and a page of a document at a time, however many ask', async () => {
    let [now, most] = [0, 0];
    model.before = async () => {
      most = Math.max(most, (now += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      now -= 1;
    };
    const names = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 'table.pdf' : 'wiring.pdf'));
    for (const regions of await Promise.all(names.map((name) => ask(name)))) expect(regions).toEqual(REGIONS);
    expect([model.seen.length, most <= 2]).toEqual([2, true]);
  });

  it('is not asked for callers who have gone, and those behind them get their turn', async () => {
    const [caller, gone] = [new AbortController(), new Error('gone')];
    const given: AbortSignal[] = [];
    const started = new Promise<void>((resolve) => {
      model.before = (asked) => {
        given.push(asked);
        resolve();
        return new Promise((_, reject) => asked.addEventListener('abort', () => reject(gone)));
      };
    });
    const left = Array.from({ length: 20 }, () => ask('table.pdf', { caller: caller.signal }));
    await started;
    const next = ask('table.pdf');
    model.before = () => Promise.resolve();
    caller.abort(gone);
    for (const each of left) await expect(each).rejects.toBe(gone);
    expect(await next).toEqual(REGIONS);
    expect([given.map(({ aborted }) => aborted), model.seen.length]).toEqual([[true], 2]);
  });

  it('keeps nobody waiting who goes before their turn', async () => {
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    const started = new Promise<void>((resolve) => {
      model.before = () => {
        resolve();
        return gate;
      };
    });
    const first = ask('table.pdf');
    await started;
    const caller = new AbortController();
    const left = ask('table.pdf', { caller: caller.signal });
    setImmediate(() => caller.abort(new Error('gone')));
    await expect(left).rejects.toThrow('gone');
    go();
    expect(await first).toEqual(REGIONS);
  });

  it('closes with the worker', async () => {
    await served[0]!.pictures.close();
    await served[0]!.regions.close();
    expect(model.isClosed).toBe(true);
    await expect(ask('table.pdf')).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
