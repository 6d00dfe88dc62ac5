import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackCode } from '@arbiter/ports';
import { newTreeData, type ToolLibrary, type ToolOutput } from '@arbiter/tool-sdk';
import { afterEach, describe, expect, it } from '@jest/globals';
import { callOf, toolSource, useToolsFolders } from '../test/tools-folder.js';
import { describeShippedPack, openShippedCode, SHIPPED_CODE_FILE, type ShippedCode } from './shipped-code.js';

const folderOf = useToolsFolders();
const opened: ShippedCode[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const FILE = 'dist/tools.mjs';
const LIBRARY: ToolLibrary = {
  request: () => Promise.reject(new Error('nobody is asked')),
  record: (_name, compute) => compute(),
};

/** A folder of packs with one, `lore`, and the manifest that was made when it was built. */
async function shippedFolder(source = toolSource('yield new Result({ objects: [{ sides: inputs.sides }] });')) {
  const { folder } = await folderOf({ [`lore/tools/${FILE}`]: source });
  const code: PackCode = {
    domain: 'lore',
    folder: join(folder, 'lore/tools'),
    modules: [{ entry: `${FILE}#Tool`, file: FILE, exportName: 'Tool' }],
    parsers: [],
  };
  const manifest = join(folder, SHIPPED_CODE_FILE);
  await mkdir(dirname(manifest), { recursive: true });
  await writeFile(manifest, JSON.stringify({ lore: await describeShippedPack(code) }));
  const open = async () => {
    const shipped = await openShippedCode(folder);
    opened.push(...shipped);
    return shipped[0]!;
  };
  return { code, file: join(code.folder, FILE), open };
}

/** Changes one byte, and nothing that the tool does. */
async function changeByte(file: string): Promise<void> {
  await writeFile(file, (await readFile(file, 'utf8')).replace('Throws dice.', 'Throws dice!'));
}

async function run({ tools }: ShippedCode): Promise<ToolOutput[]> {
  const outputs: ToolOutput[] = [];
  for await (const output of tools[0]!.create(LIBRARY).execute(newTreeData('?'), { sides: 6 }, callOf()))
    outputs.push(output);
  return outputs;
}

describe('the code of a pack that came with the software', () => {
  it('is described without being run, and runs when it is asked', async () => {
    const { code, open } = await shippedFolder();
    const shipped = await open();
    expect(shipped).toMatchObject({ domain: 'lore', tools: [{ entry: `${FILE}#Tool`, name: 'dice' }], problems: [] });
    expect(await shipped.matches(code)).toBe(true);
    expect(await run(shipped)).toMatchObject([{ kind: 'result', objects: [{ sides: 6 }] }]);
  });

  it('is that of its name alone', async () => {
    const { code, open } = await shippedFolder();
    expect(await (await open()).matches({ ...code, domain: 'other' })).toBe(false);
  });

  it('is refused once a byte of it has changed', async () => {
    const { code, file, open } = await shippedFolder();
    await changeByte(file);
    const shipped = await open();
    expect(shipped.tools).toEqual([]);
    expect(shipped.problems).toMatchObject([
      { message: expect.stringMatching(/is not the file that came with Arbiter: .*--allow-pack-code/) },
    ]);
    expect(await shipped.matches(code)).toBe(false);
  });

  it('is refused over the bytes that are compiled, also where they change after it was opened', async () => {
    const { file, open } = await shippedFolder();
    const shipped = await open();
    await changeByte(file);
    await expect(run(shipped)).rejects.toMatchObject({
      message: expect.stringMatching(/is not the file that came with Arbiter/),
    });
  });

  it('imports nothing else of its folder', async () => {
    const { code, open } = await shippedFolder();
    const shipped = await open();
    await writeFile(join(code.folder, 'more.mjs'), 'export const more = 1;');
    const source = `import { more } from '../more.mjs'; ${toolSource('yield new Result({ objects: [{ more }] });')}`;
    await writeFile(join(code.folder, FILE), source);
    await expect(run(shipped)).rejects.toMatchObject({ message: expect.stringMatching(/is not the file/) });
    await expect(describeShippedPack({ ...code, digests: { [FILE]: '0' } })).rejects.toThrow(/is not the file/);
  });

  it('is none where nothing has been built', async () => {
    const { folder } = await folderOf({});
    expect(await openShippedCode(folder)).toEqual([]);
  });
});

describe('what a tool computes for the record', () => {
  const source = toolSource(
    "yield new Result({ objects: [await this.library.record('throw', async () => ({ thrown: 4 }), call)] });",
  );

  it('is computed in its thread where the record does not have it', async () => {
    const shipped = await (await shippedFolder(source)).open();
    expect(await run(shipped)).toMatchObject([{ objects: [{ thrown: 4 }] }]);
  });

  it('is what the record has, without being computed', async () => {
    const shipped = await (await shippedFolder(source)).open();
    const replaying: ToolLibrary = { ...LIBRARY, record: <T>() => Promise.resolve({ thrown: 6 } as T) };
    const outputs = shipped.tools[0]!.create(replaying).execute(newTreeData('?'), { sides: 6 }, callOf());
    expect((await outputs.next()).value).toMatchObject({ objects: [{ thrown: 6 }] });
    await outputs.return();
  });

  it('fails as its computation does', async () => {
    const failing = toolSource(
      "await this.library.record('throw', async () => { throw new Error('Off the table.'); }, call);",
    );
    const shipped = await (await shippedFolder(failing)).open();
    await expect(run(shipped)).rejects.toMatchObject({ message: 'Off the table.' });
  });
});
