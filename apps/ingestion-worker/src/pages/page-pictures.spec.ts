import { PdfiumRenderer } from '@arbiter/adapters-pdfium';
import { ArbiterError, getPagePicture, type Principal } from '@arbiter/contracts';
import type { OperationContext } from '@arbiter/messaging';
import { onePage, stream } from '@arbiter/testing/pdf';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { COLLECTION, library, LIGHT } from '../../test/ingestion-library.js';
import { blobKeyOf, DocumentBlobs, pictureKeyOf } from '../library/document-blobs.js';
import { documentIdOf } from '../library/document-identity.js';
import { OpenDocuments } from './open-documents.js';
import { PagePictures } from './page-pictures.js';
import { PagesController } from './pages.controller.js';

const { signal } = new AbortController();
const idOf = (name: string): string => documentIdOf(COLLECTION, `/library/${name}`);
const sheet = (text: string): Uint8Array => onePage({ 4: stream(`BT /F 12 Tf 50 700 Td (${text}) Tj ET`) });
const LAMP = sheet('The lamp burns whale oil.');
const OARS = sheet('The oars are of ash.');

type Library = ReturnType<typeof library>;
let sut: Library;
let pictures: PagePictures;
/** How often a document was opened for drawing. */
let opened: number;
let failures: unknown[];
/** Called before a page is drawn. */
let before: () => Promise<unknown>;

function serve(of: Library, lingerMs = 0): PagePictures {
  const real = new PdfiumRenderer();
  return new PagePictures({
    renderer: {
      open: async (bytes, live) => {
        opened += 1;
        await before();
        return real.open(bytes, live);
      },
    },
    blobs: of.blobs,
    kept: new DocumentBlobs(of.blobs, of.documents),
    onFailure: (error) => failures.push(error),
    open: new OpenDocuments(lingerMs),
  });
}

beforeEach(async () => {
  [opened, failures, before] = [0, [], () => Promise.resolve()];
  sut = library({ '/library/lamp.pdf': LAMP, '/library/oars.pdf': OARS, '/library/light.md': LIGHT });
  await sut.ingest();
  pictures = serve(sut);
});
afterEach(() => pictures.close());

const ask = (name: string, input: object = {}, principal: Principal | null = null, of = sut, served = pictures) =>
  new PagesController(of.documents, served, { regions: () => Promise.resolve([]) }).picture(
    getPagePicture.input.parse({ documentId: idOf(name), page: 1, width: 200, length: 262_144, ...input }),
    { signal, principal } as OperationContext,
  );
const kept = async (of = sut) => (await of.blobs.list(COLLECTION, 'picture', signal)).map(({ name }) => name);
const stored = async (name: string) => (await sut.documents.get(idOf(name), signal))!;

describe('a picture of a page', () => {
  it('is a JPEG file that comes in pieces, drawn once', async () => {
    const whole = await ask('lamp.pdf');
    expect(whole).toMatchObject({ mediaType: 'image/jpeg', name: 'lamp.pdf-1.jpg' });
    const bytes = Buffer.from(whole.data, 'base64');
    expect([bytes.length, bytes.readUInt16BE(0)]).toEqual([whole.bytes, 0xffd8]);
    const { data, ...rest } = await ask('lamp.pdf', { offset: 10, length: 5 });
    expect(Buffer.from(data, 'base64')).toEqual(bytes.subarray(10, 15));
    expect(rest).toEqual({ ...whole, data: undefined });
    expect(opened).toBe(1);
  });

  it('is kept by page and width, and found by the next worker', async () => {
    const first = await ask('lamp.pdf');
    expect(await ask('lamp.pdf', { width: 300 })).not.toMatchObject({ sha256: first.sha256 });
    const document = await stored('lamp.pdf');
    const names = [200, 300].map((width) => pictureKeyOf(document, { page: 1, width }).name);
    expect(await kept()).toEqual([blobKeyOf(document, 'picture').name, ...names].toSorted());
    opened = 0;
    expect(await ask('lamp.pdf', {}, null, sut, serve(sut))).toEqual(first);
    expect(opened).toBe(0);
  });

  it.each<[string, (of: Library) => unknown]>([
    ['its document', ({ writer }) => writer.delete(COLLECTION, [idOf('lamp.pdf')], signal)],
    ['the version that it is of', ({ files }) => files.set('/library/lamp.pdf', sheet('The lamp is out.'))],
    [
      'its document to another place',
      ({ files }) => files.delete('/library/lamp.pdf') && files.set('/library/c.pdf', LAMP),
    ],
    ['its collection', ({ writer }) => writer.drop(COLLECTION, signal)],
  ])('goes with %s', async (what, change) => {
    for (const width of [200, 300]) await ask('lamp.pdf', { width });
    await ask('oars.pdf');
    const [lamp, oars] = await Promise.all(['lamp.pdf', 'oars.pdf'].map(stored));
    expect(await kept()).toHaveLength(5);
    await change(sut);
    if (!/^its (?:document|collection)$/.test(what)) await sut.ingest();
    const left = await kept();
    expect(left.filter((name) => name.startsWith(lamp!.id))).toEqual([]);
    expect(left.filter((name) => name.startsWith(oars!.id))).toHaveLength(what === 'its collection' ? 0 : 2);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['deleted', () => sut.writer.delete(COLLECTION, [idOf('lamp.pdf')], signal)],
    ['dropped', () => sut.writer.drop(COLLECTION, signal)],
    ['replaced', () => Promise.resolve(sut.files.set('/library/lamp.pdf', OARS)).then(() => sut.ingest())],
  ])('does not outlive a document that is %s while it is drawn', async (_, change) => {
    before = change;
    await ask('lamp.pdf');
    expect(await kept()).toEqual([]);
  });

  it.each<[string, (blobs: DocumentBlobs) => Promise<unknown>]>([
    [
      'the original, which the operator keeps no more',
      async (blobs) =>
        blobs.keep({ document: await stored('lamp.pdf'), isNew: false, original: null, boxes: null }, signal),
    ],
    ['all that lies beside its document', async (blobs) => blobs.forget(await stored('lamp.pdf'), signal)],
  ])('goes with %s', async (_, change) => {
    await ask('lamp.pdf');
    await change(new DocumentBlobs(sut.blobs, sut.documents));
    expect(await kept()).toEqual([]);
  });

  it('is swept where no document is left, and stays where one is', async () => {
    await ask('oars.pdf');
    const lost = { ...(await stored('oars.pdf')), contentHash: 'f'.repeat(64) };
    const left = await kept();
    for (const key of [blobKeyOf(lost, 'picture'), pictureKeyOf(lost, { page: 1, width: 200 })])
      await sut.blobs.put(key, Buffer.from('lost'), signal);
    await sut.writer.removeOrphans(COLLECTION, new Set(['lamp.pdf', 'oars.pdf', 'light.md'].map(idOf)), signal);
    expect(await kept()).toEqual(left);
  });

  it('makes room when its document has too many', async () => {
    const document = await stored('lamp.pdf');
    const blobs = new DocumentBlobs(sut.blobs, sut.documents);
    for (let page = 1; page <= 501; page += 1)
      await blobs.keepPicture(document, pictureKeyOf(document, { page, width: 200 }), Buffer.from('picture'), signal);
    expect(await kept()).toHaveLength(2);
  });

  it('is shown where it cannot be kept', async () => {
    const full = new ArbiterError('UNAVAILABLE', 'The disk is full.');
    sut.blobs.put = () => Promise.reject(full);
    expect((await ask('lamp.pdf')).mediaType).toBe('image/jpeg');
    expect([await kept(), failures]).toEqual([[], [full]]);
    await ask('lamp.pdf', { offset: 10 });
    expect(opened).toBe(1);
  });

  it.each<[string, string, object, RegExp]>([
    ['a page that is not there', 'lamp.pdf', { page: 2 }, /no page 2: the document has 1/],
    ['a document without pages', 'light.md', {}, /no pages that can be drawn/],
    ['an unknown document', 'nothing.pdf', {}, /no document/],
  ])('is NOT_FOUND for %s', async (_, name, input, message) => {
    const problem = { code: 'NOT_FOUND', message: expect.stringMatching(message) };
    await expect(ask(name, input)).rejects.toMatchObject(problem);
  });

  it('is NOT_FOUND where no original is kept, saying so', async () => {
    const other = library({ '/library/lamp.pdf': LAMP }, { keepOriginals: false });
    await other.ingest();
    await expect(ask('lamp.pdf', {}, null, other, serve(other))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('not kept'),
    });
  });

  it('says that the original is damaged where it is', async () => {
    await sut.blobs.put(blobKeyOf(await stored('lamp.pdf'), 'original'), Buffer.from('half'), signal);
    await expect(ask('lamp.pdf')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is for readers of its document alone, also when it has been drawn', async () => {
    await ask('lamp.pdf');
    const stranger: Principal = { name: 'zed', role: 'admin', tenant: 'zenith', groups: [] };
    await expect(ask('lamp.pdf', {}, stranger)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `There is no document "${idOf('lamp.pdf')}".`,
    });
  });
});

describe('documents that are drawn', () => {
  it('share one thread as long as somebody looks at them', async () => {
    const lingering = serve(sut, 60_000);
    const widths = Array.from({ length: 8 }, (_, at) => 200 + at);
    await Promise.all(widths.map((width) => ask('lamp.pdf', { width }, null, sut, lingering)));
    await ask('lamp.pdf', { width: 300 }, null, sut, lingering);
    expect(opened).toBe(1);
    await lingering.close();
    await expect(ask('lamp.pdf', { width: 400 }, null, sut, lingering)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('are two at once; another waits for its turn, or goes with its caller', async () => {
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) sut.files.set(`/library/${name}`, sheet(name));
    await sut.ingest();
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => (go = resolve));
    before = () => gate;
    const all = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => ask(name));
    const document = await stored('d.pdf');
    const caller = new AbortController();
    const left = pictures.picture(document, { page: 1, width: 200 }, caller.signal);
    caller.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(opened).toBe(2);
    go();
    expect((await Promise.all(all)).map(({ name }) => name)).toEqual(['a.pdf-1.jpg', 'b.pdf-1.jpg', 'c.pdf-1.jpg']);
    expect(opened).toBe(3);
  });

  it('are opened anew after one could not be', async () => {
    let fails = true;
    before = () => (fails ? Promise.reject(new ArbiterError('UNAVAILABLE', 'away')) : Promise.resolve());
    await expect(ask('lamp.pdf')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    fails = false;
    expect((await ask('lamp.pdf')).mediaType).toBe('image/jpeg');
  });
});
