import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runArbiter, type ArbiterRun } from '../../test/run-arbiter.js';

const FILES = { 'model.onnx': 'a network', 'tokenizer.json': '{}', 'config.json': '{"a": 1}' };
const REVISION = 'c'.repeat(40);

/** A hub with one model, `tiny/overlap`, as far as the commands can tell; the adapter's specs know all of it. */
async function startHub(): Promise<{ server: Server; url: string }> {
  const siblings = Object.entries(FILES).map(([rfilename, content]) => ({
    rfilename,
    size: content.length,
    blobId: createHash('sha1').update(`blob ${content.length}\0${content}`).digest('hex'),
  }));
  const server = createServer(({ url = '' }, response) => {
    const file = Object.entries(FILES).find(([name]) => url === `/tiny/overlap/resolve/${REVISION}/${name}`);
    if (url === '/api/models/tiny/overlap/revision/main?blobs=true') {
      response.end(JSON.stringify({ sha: REVISION, siblings }));
    } else if (file) response.end(file[1]);
    else response.writeHead(401).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('arbiter models', () => {
  let cwd: string;
  let hub: Awaited<ReturnType<typeof startHub>>;
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'arbiter-cli-models-'));
    hub = await startHub();
  });
  afterEach(async () => {
    hub.server.close();
    hub.server.closeAllConnections();
    await rm(cwd, { recursive: true });
  });

  const models = (...words: string[]): Promise<ArbiterRun> =>
    runArbiter(['models', ...words], {
      cwd,
      env: { HF_ENDPOINT: hub.url },
      configuration: {
        file: null,
        variables: [{ name: 'ARBITER_MODELS_DIR', value: 'models', origin: 'config.yaml', arms: ['retriever-arm'] }],
      } as never,
    });
  const folder = (): string => join(cwd, 'models', 'tiny', 'overlap');

  it('pulls from the hub of the environment into the configured directory, then knows that it is there', async () => {
    const first = await models('--pull', 'tiny/overlap');
    expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`at ${REVISION}: 0.0 MB loaded`) });
    expect(first.stderr).toContain('tiny/overlap: 0 of 0 MB, config.json');
    expect(await readFile(join(folder(), 'model.onnx'), 'utf8')).toBe('a network');
    const again = await models('--pull', 'tiny/overlap', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({
      command: 'models pull',
      name: 'tiny/overlap',
      directory: folder(),
      revision: REVISION,
      loadedBytes: 0,
    });
  });

  it('pulls from a mirror or a folder, to another directory', async () => {
    const mirror = await models('--pull', 'tiny/overlap', '--from', `${hub.url}/`, '--to', 'elsewhere', '--json');
    expect(JSON.parse(mirror.stdout)).toMatchObject({
      source: hub.url,
      directory: join(cwd, 'elsewhere/tiny/overlap'),
    });
    await mkdir(join(cwd, 'exported'));
    for (const [name, content] of Object.entries(FILES)) await writeFile(join(cwd, 'exported', name), content);
    const own = await models('--pull', 'my/own', '--from', 'exported', '--json');
    expect(JSON.parse(own.stdout)).toMatchObject({ source: join(cwd, 'exported'), revision: null });
  });

  it('lists what is there, and says where', async () => {
    expect((await models()).stdout).toBe(`No models in ${join(cwd, 'models')}\n`);
    await models('--pull', 'tiny/overlap');
    expect((await models()).stdout).toMatch(/^tiny\/overlap {2}ready {2}0\.0 MB {2}c{40}$/m);
    await rm(join(folder(), 'config.json'));
    const { models: listed } = JSON.parse((await models('--json')).stdout) as { models: unknown[] };
    expect(listed).toMatchObject([{ name: 'tiny/overlap', state: 'incomplete', revision: REVISION }]);
  });

  it('looks in the user’s cache where nothing is configured', async () => {
    const { stdout } = await runArbiter(['models', '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ directory: join(homedir(), '.cache', 'arbiter', 'models') });
  });

  it.each<[string[], number, string]>([
    [['--pull', '../..'], 2, 'is not the name of a model'],
    [['--pull', 'tiny/other'], 2, 'check the name'],
    [['--pull', 'tiny/overlap', '--from', 'nowhere'], 2, 'There is no folder'],
    [['--pull', 'tiny/overlap', '--sha256', 'model.onnx=12'], 2, '64 hexadecimal digits'],
    [['--pull', 'tiny/overlap', '--sha256', `config.json=${'0'.repeat(64)}`], 1, 'its checksum differs'],
  ])('says what is wrong with %j', async (words, exitCode, sentence) => {
    const run = await models(...words);
    expect(run.exitCode).toBe(exitCode);
    expect(run.stderr).toContain(sentence);
  });
});
