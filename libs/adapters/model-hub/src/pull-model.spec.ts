import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { digest, type HubStandIn, startHubStandIn } from '../test/hub-stand-in.js';
import { listModels } from './list-models.js';
import { FolderSource, HubSource } from './model-sources.js';
import { LOCK_FILE } from './models-directory.js';
import { type PulledModel, pullModel, type PullOptions } from './pull-model.js';

/** Some packets long, and nowhere the same. */
const NETWORK = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * i * 31) % 251));
const FILES = {
  'onnx/model.onnx': NETWORK,
  'onnx/model_quint8_avx2.onnx': Buffer.from('a smaller network'),
  'tokenizer.json': Buffer.from('{"tokenizer": true}'),
  'config.json': Buffer.from('{"config": true}'),
  'README.md': Buffer.from('not wanted'),
};
const FAST = { pauseMs: 1, stallMs: 800 };

describe('pullModel', () => {
  let hub: HubStandIn;
  let modelsDirectory: string;
  beforeEach(async () => {
    hub = await startHubStandIn(FILES);
    modelsDirectory = await mkdtemp(join(tmpdir(), 'arbiter-models-'));
  });
  afterEach(async () => {
    await hub.close();
    await rm(modelsDirectory, { recursive: true });
  });

  const folder = (): string => join(modelsDirectory, 'tiny', 'overlap');
  const read = (name: string): Promise<Buffer> => readFile(join(folder(), name));
  const pull = (options: Partial<PullOptions> = {}): Promise<PulledModel> =>
    pullModel({
      name: 'tiny/overlap',
      modelsDirectory,
      source: new HubSource({ url: hub.url }),
      timeouts: FAST,
      signal: new AbortController().signal,
      ...options,
    });
  const downloads = (): string[] => hub.requests.filter((request) => !request.startsWith('/api/'));

  it('loads the files of a model, checked, and records what they are', async () => {
    const pulled = await pull();
    expect(pulled).toMatchObject({ directory: folder(), revision: hub.revision, source: hub.url });
    expect((await read('model.onnx')).equals(NETWORK)).toBe(true);
    expect((await readdir(folder())).sort()).toEqual([LOCK_FILE, 'config.json', 'model.onnx', 'tokenizer.json']);
    const lock: unknown = JSON.parse((await read(LOCK_FILE)).toString());
    expect(lock).toMatchObject({
      version: 1,
      name: 'tiny/overlap',
      files: [
        { name: 'model.onnx', path: 'onnx/model.onnx', bytes: NETWORK.length, sha256: digest('sha256', NETWORK) },
        { name: 'tokenizer.json', sha256: digest('sha256', FILES['tokenizer.json']) },
        { name: 'config.json', bytes: 16 },
      ],
    });
    await expect(listModels(modelsDirectory)).resolves.toMatchObject([{ name: 'tiny/overlap', state: 'ready' }]);
  });

  it('asks for nothing when all is there', async () => {
    await pull();
    hub.requests.length = 0;
    await expect(pull()).resolves.toMatchObject({ loadedBytes: 0, revision: hub.revision });
    expect(hub.requests).toEqual([]);
  });

  it('tells of its progress, up to the whole', async () => {
    const seen: number[] = [];
    await pull({ onProgress: ({ bytes }) => seen.push(bytes) });
    const total = NETWORK.length + 19 + 16;
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(total);
  });

  it('continues where a connection broke', async () => {
    hub.faults.push({ cutAfter: 100_000 });
    await pull();
    expect((await read('model.onnx')).equals(NETWORK)).toBe(true);
    expect(downloads().find((request) => request.includes('bytes='))).toMatch(/^\/tiny\S+ bytes=[1-9]\d*-$/);
  });

  it.each([{ stallAfter: 100_000 }, { silent: true } as const])(
    'continues where a connection fell silent: %j',
    async (fault) => {
      hub.faults.push(fault);
      await pull({ source: new HubSource({ url: hub.url, answerTimeoutMs: 2_000 }) });
      expect((await read('model.onnx')).equals(NETWORK)).toBe(true);
    },
  );

  it('starts over with a server that knows no ranges', async () => {
    hub.faults.push({ cutAfter: 100_000 }, { ignoreRange: true });
    await pull();
    expect((await read('model.onnx')).equals(NETWORK)).toBe(true);
  });

  it('continues what an earlier run left', async () => {
    hub.faults.push({ cutAfter: 100_000 }, ...Array.from({ length: 6 }, () => ({ status: 503 })));
    await expect(pull()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const left = (await read('model.onnx.part')).length;
    expect(left).toBeGreaterThan(0);
    await expect(listModels(modelsDirectory)).resolves.toMatchObject([{ state: 'incomplete' }]);
    hub.faults.length = 0;
    hub.requests.length = 0;
    await pull();
    expect(downloads()[0]).toContain(`bytes=${left}-`);
    expect((await read('model.onnx')).equals(NETWORK)).toBe(true);
  });

  it.each([
    ['another file', Buffer.from('the rest of another file')],
    ['more than there is', Buffer.concat([NETWORK, NETWORK])],
    ['a whole other file', Buffer.alloc(NETWORK.length)],
  ])('loads anew where the rest of an earlier run is of %s', async (_, rest) => {
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), 'model.onnx.part'), rest);
    await pull();
    expect((await read('model.onnx')).equals(NETWORK)).toBe(true);
  });

  it.each<[string, number]>([
    ['a large file', 0],
    ['a small file', 1],
  ])('throws away %s that is not what its checksum says', async (_, position) => {
    const path = ['onnx/model.onnx', 'tokenizer.json'][position]! as keyof typeof FILES;
    const lie = Buffer.from(FILES[path]);
    lie[3]! ^= 1;
    hub.faults.push(...Array.from({ length: position }, () => null), { content: lie });
    await expect(pull()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('its checksum differs') as unknown,
    });
    const names = await readdir(folder());
    expect(names).not.toContain(LOCK_FILE);
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(names).toHaveLength(position);
  });

  it('refuses more bytes than were announced', async () => {
    hub.faults.push({ content: Buffer.concat([NETWORK, Buffer.from('more')]) });
    await expect(pull()).rejects.toThrow('more than the 300000 bytes');
  });

  it('believes the user before the hub', async () => {
    await expect(pull({ sha256: { 'config.json': 'b'.repeat(64) } })).rejects.toThrow('config.json');
    await expect(pull({ sha256: { 'config.json': digest('sha256', FILES['config.json']) } })).resolves.toBeDefined();
  });

  it('repairs a damaged file with what was recorded, whatever is the newest', async () => {
    await pull();
    await writeFile(join(folder(), 'config.json'), 'damaged');
    hub.requests.length = 0;
    const { loadedBytes } = await pull();
    expect(loadedBytes).toBe(16);
    expect(hub.requests).toEqual([
      `/api/models/tiny/overlap/revision/${hub.revision}?blobs=true`,
      `/tiny/overlap/resolve/${hub.revision}/config.json`,
    ]);
    expect(await read('config.json')).toEqual(FILES['config.json']);
  });

  it('refuses a file that the hub describes anew after it was recorded', async () => {
    await pull();
    await rm(join(folder(), 'config.json'));
    hub.files.set('config.json', Buffer.from('{"config": evil}'));
    await expect(pull()).rejects.toThrow('its checksum differs');
  });

  it('loads another revision, and another network, when they are asked for', async () => {
    await pull();
    hub.revision = 'b'.repeat(40);
    hub.files.set('config.json', Buffer.from('{"config": "new"}'));
    await expect(pull({ revision: 'main' })).resolves.toMatchObject({ revision: hub.revision, loadedBytes: 17 });
    await pull({ network: 'onnx/model_quint8_avx2.onnx' });
    expect((await read('model.onnx')).toString()).toBe('a smaller network');
  });

  it.each<[number, string, string]>([
    [404, 'NOT_FOUND', 'has no onnx/model.onnx'],
    [403, 'NOT_FOUND', 'gives nobody'],
    [418, 'INTERNAL', 'answers 418'],
  ])('does not insist after a %i', async (status, code, sentence) => {
    hub.faults.push({ status });
    await expect(pull()).rejects.toMatchObject({ code, message: expect.stringContaining(sentence) as unknown });
    expect(hub.faults).toEqual([]);
  });

  it('waits as long as a busy hub asks for, within reason', async () => {
    hub.faults.push({ status: 429, headers: { 'retry-after': '0' } });
    await expect(pull()).resolves.toBeDefined();
    await rm(folder(), { recursive: true });
    hub.faults.push({ status: 429, headers: { 'retry-after': '3600' } });
    await expect(pull()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it.each<[string, Partial<PullOptions>, string, string]>([
    ['a model that is not there', { name: 'tiny/other' }, 'NOT_FOUND', 'check the name'],
    ['a revision that is not there', { revision: 'gone' }, 'NOT_FOUND', 'tiny/overlap at gone'],
    ['a network that is not there', { network: 'onnx/none.onnx' }, 'NOT_FOUND', 'has no onnx/none.onnx'],
    ['a name that leaves the folder', { name: '../..' }, 'INVALID_REQUEST', 'is not the name of a model'],
    ['a name without an owner', { name: 'overlap' }, 'INVALID_REQUEST', 'is not the name of a model'],
  ])('says so of %s', async (_, options, code, sentence) => {
    await expect(pull(options)).rejects.toMatchObject({ code, message: expect.stringContaining(sentence) as unknown });
  });

  it('says so of a server that is no hub, and of one that is not there', async () => {
    hub.description = { status: 200, body: { hello: 'world' } };
    await expect(pull()).rejects.toThrow('does not describe its files as a model hub does');
    hub.description = { status: 200, body: undefined };
    await expect(pull()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await hub.close();
    await expect(pull()).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
  });

  it('wants a checksum from the user where the hub gives none', async () => {
    const siblings = Object.entries(FILES).map(([rfilename, content]) => ({ rfilename, size: content.length }));
    hub.description = { status: 200, body: { sha: hub.revision, siblings } };
    await expect(pull()).rejects.toThrow('--sha256 model.onnx=');
    const sha256 = {
      'model.onnx': digest('sha256', NETWORK),
      'tokenizer.json': digest('sha256', FILES['tokenizer.json']),
      'config.json': digest('sha256', FILES['config.json']),
    };
    await expect(pull({ sha256 })).resolves.toMatchObject({ revision: hub.revision });
  });

  it('stops when it is told to, and leaves what it has for the next run', async () => {
    const controller = new AbortController();
    hub.faults.push({ stallAfter: 100_000 });
    const pulling = pull({ signal: controller.signal, onProgress: ({ bytes }) => bytes > 0 && controller.abort() });
    await expect(pulling).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await read('model.onnx.part')).length).toBeGreaterThan(0);
  });

  it('names a place that cannot be written to', async () => {
    // A file in the way: permissions would not stop a test that runs as root.
    await writeFile(join(modelsDirectory, 'tiny'), '');
    await expect(pull()).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('choose another with --to') as unknown,
    });
  });

  it('says how much room is missing before it loads anything', async () => {
    const size = 10 ** 15;
    const siblings = Object.keys(FILES).map((rfilename) => ({ rfilename, size, blobId: 'c'.repeat(40) }));
    hub.description = { status: 200, body: { sha: hub.revision, siblings } };
    await expect(pull()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/MB free and 3000000000\.0 MB are needed/) as unknown,
    });
    expect(downloads()).toEqual([]);
  });

  it('takes a model from a folder, and records what it is', async () => {
    const source = await mkdtemp(join(tmpdir(), 'arbiter-source-'));
    const file = async (name: string, content: Buffer): Promise<void> => {
      await writeFile(join(source, name), content);
      await chmod(join(source, name), 0o444);
    };
    await file('model.onnx', NETWORK);
    await file('tokenizer.json', FILES['tokenizer.json']);
    await expect(pull({ source: new FolderSource(source) })).rejects.toThrow('has no config.json');
    await file('config.json', FILES['config.json']);
    const pulled = await pull({ source: new FolderSource(source) });
    expect(pulled).toMatchObject({ source, revision: null, loadedBytes: NETWORK.length + 35 });
    expect(hub.requests).toEqual([]);
    await rm(source, { recursive: true });
    await expect(pull({ source: new FolderSource(source) })).resolves.toMatchObject({ loadedBytes: 0 });
  });
});

describe('listModels', () => {
  it('tells models that were put there by hand from those that were pulled', async () => {
    const modelsDirectory = await mkdtemp(join(tmpdir(), 'arbiter-models-'));
    await expect(listModels(join(modelsDirectory, 'none'))).resolves.toEqual([]);
    const folder = join(modelsDirectory, 'own', 'model');
    await mkdir(folder, { recursive: true });
    for (const name of ['model.onnx', 'tokenizer.json']) await writeFile(join(folder, name), 'content');
    await expect(listModels(modelsDirectory)).resolves.toMatchObject([{ name: 'own/model', state: 'incomplete' }]);
    await writeFile(join(folder, 'config.json'), '{}');
    await expect(listModels(modelsDirectory)).resolves.toEqual([
      { name: 'own/model', directory: folder, state: 'unverified', source: null, revision: null, bytes: 16 },
    ]);
    await rm(modelsDirectory, { recursive: true });
  });
});
