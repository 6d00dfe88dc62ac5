import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError } from '@arbiter/contracts';
import { newTreeData, type BaseMcpTool, type ToolLibrary, type ToolOutput } from '@arbiter/tool-sdk';
import { callOf, toolSource, useToolsFolders } from '../test/tools-folder.js';
import { inspectPackCode, loadPackTools, type LoadedPackCode } from './load-pack-tools.js';
import { DEFAULT_PACK_THREAD_LIMITS, PackThread, type PackThreadLimits } from './pack-thread.js';

const folderOf = useToolsFolders();
const opened: LoadedPackCode[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** A busy machine takes long to start a thread. */
const LIMITS: PackThreadLimits = { ...DEFAULT_PACK_THREAD_LIMITS, loadMs: 120_000 };
const TEXT = 'The harbour closes at dusk.';
const library: ToolLibrary = {
  request: (operation) =>
    operation === 'ingestion.get-document-text'
      ? Promise.resolve({ text: TEXT })
      : Promise.reject(new ArbiterError('FORBIDDEN', `${operation} is not for tools.`)),
  record: (_name, compute) => compute(),
};

async function load(source: string, limits: Partial<PackThreadLimits> = {}): Promise<BaseMcpTool> {
  const code = await folderOf({ 'dice.ts': source }, 'dice.ts#Tool');
  const loaded = await loadPackTools(code, new PackThread(code, 'run', { ...LIMITS, ...limits }));
  opened.push(loaded);
  expect(loaded.problems).toEqual([]);
  return loaded.tools[0]!.create(library);
}

async function run(tool: BaseMcpTool, inputs: Record<string, unknown> = {}, call = callOf()): Promise<ToolOutput[]> {
  const outputs: ToolOutput[] = [];
  for await (const output of tool.execute(newTreeData('?'), tool.parseInputs(inputs), call)) outputs.push(output);
  return outputs;
}

describe('the code of a pack', () => {
  it('runs in its thread, with types, modules of its own, and what it yields in order', async () => {
    const code = await folderOf(
      {
        'dice.ts': toolSource(
          `yield new StatusUpdate('throwing');
           const sides: number = inputs.sides;
           yield new Result({ objects: [{ sum: twice(sides), asked: tree.userPrompt }], metadata: { sides } });
           yield new RecoverableError({ message: 'Lost a die.', suggestion: 'Look below the table.' });`,
        ).replace('import { z }', "import { twice } from './lib/twice.mjs'; import { z }"),
        'lib/twice.mjs': 'export const twice = (number) => 2 * number;',
      },
      'dice.ts#Tool',
    );
    const loaded = await loadPackTools(code, new PackThread(code, 'run', LIMITS));
    opened.push(loaded);
    const tool = loaded.tools[0]!.create(library);
    expect(tool.describe()).toMatchObject({ name: 'dice', inputSchema: { properties: { sides: { maximum: 100 } } } });
    expect(await run(tool, { sides: 4 })).toMatchObject([
      { kind: 'status', message: 'throwing' },
      { kind: 'result', objects: [{ sum: 8, asked: '?' }], metadata: { sides: 4 } },
      { kind: 'error', message: 'Lost a die.', suggestion: 'Look below the table.' },
    ]);
  });

  it('is called with what its schema allows, and yields what its other one does', async () => {
    const members = 'outputSchema = z.strictObject({ sum: z.int() });';
    const tool = await load(toolSource('yield new Result({ objects: [{ sum: inputs.sides / 4 }] });', members));
    expect(() => tool.parseInputs({ sides: 1 })).toThrow(ArbiterError);
    expect(await run(tool, { sides: 8 })).toMatchObject([{ objects: [{ sum: 2 }] }]);
    await expect(run(tool, { sides: 6 })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringMatching(/does not allow/),
    });
  });

  it('fails by itself: with what it throws, and with what is no plain JSON', async () => {
    const tool = await load(
      toolSource(`if (inputs.sides === 2) throw new Error('There is no die with two sides.');
                  yield new Result({ objects: [{ throwIt: () => 4 }] });`),
    );
    await expect(run(tool, { sides: 2 })).rejects.toMatchObject({ message: 'There is no die with two sides.' });
    await expect(run(tool)).rejects.toMatchObject({ code: 'INTERNAL', message: expect.stringMatching(/plain JSON/) });
  });

  it('stops when it is told to, and is ended with its thread when it does not', async () => {
    const tool = await load(
      toolSource(`if (inputs.sides === 2) for (;;);
                  if (inputs.sides === 3) await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
                  yield new Result({ objects: [{ sides: inputs.sides }] });`),
      { graceMs: 50 },
    );
    const late = new ArbiterError('DEADLINE_EXCEEDED', 'too late');
    for (const sides of [3, 2]) {
      const gone = new AbortController();
      const running = run(tool, { sides }, callOf(gone.signal));
      setTimeout(() => gone.abort(late), 20);
      await expect(running).rejects.toBe(late);
    }
    expect(await run(tool, { sides: 6 })).toMatchObject([{ objects: [{ sides: 6 }] }]);
  });

  it('takes its thread with it when it takes too much memory, and nothing else', async () => {
    const tool = await load(
      toolSource(`const held = []; if (inputs.sides === 2) for (;;) held.push(new Array(1e5).fill(1.5));
                  yield new Result({ objects: [] });`),
      { memoryMib: 32 },
    );
    await expect(run(tool, { sides: 2 })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringMatching(/more memory/),
    });
    expect(await run(tool)).toHaveLength(1);
  });

  it('sees nothing of the process', async () => {
    const tool = await load(
      toolSource(`yield new Result({ objects: [{ seen: [typeof process, typeof require, typeof fetch] }] });`),
    );
    expect(await run(tool)).toMatchObject([{ objects: [{ seen: ['undefined', 'undefined', 'undefined'] }] }]);
  });

  it('may ask what the library allows, and cite only what stands there', async () => {
    const passage = { chunkId: 'c', documentId: 'd', collection: 'lore', start: 4, end: 11, title: '', source: 'd.md' };
    const rest = { section: [], page: null, metadata: {}, score: 1 };
    const tool = await load(
      toolSource(
        `const { text } = await this.library.request('ingestion.get-document-text', { documentId: 'd' }, call);
         const passage = { ...${JSON.stringify({ ...passage, ...rest })}, text: inputs.sides === 2 ? 'a tavern' : text.slice(4, 11) };
         yield new Result({ objects: [], statement: { text: 'It is the harbour [1].', passages: [passage] } });
         await this.library.request('ingestion.delete-document', { documentId: 'd' }, call);`,
      ),
    );
    await expect(run(tool, { sides: 2 })).rejects.toMatchObject({
      message: expect.stringMatching(/cites words that do not stand in/),
    });
    const outputs = tool.execute(newTreeData('?'), { sides: 6 }, callOf());
    expect((await outputs.next()).value).toMatchObject({ statement: { passages: [{ text: 'harbour' }] } });
    await expect(outputs.next()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('says whether it wants to run, within a moment', async () => {
    const wants =
      "async runIfTrue(tree) { while (tree.userPrompt === 'hang') ; return [tree.userPrompt.includes('die'), { sides: 8 }]; }";
    const tool = await load(toolSource('', wants), { graceMs: 50 });
    expect(await tool.runIfTrue(newTreeData('Throw a die.'))).toEqual([true, { sides: 8 }]);
    expect(await tool.runIfTrue(newTreeData('What?'))).toEqual([false, {}]);
    expect(await tool.runIfTrue(newTreeData('hang'))).toEqual([false, {}]);
  });
});

describe('code that cannot be had', () => {
  it('is told entry by entry, with its line where there is one', async () => {
    const files = {
      '.hidden.ts': '',
      'a.mjs': 'export const b = 1;',
      'enum.ts': '\n\nenum A { B }',
      'torn.mjs': '\nexport class {',
      'node.mjs': "import 'node:fs'; export class A {}",
    };
    const faults: [string, RegExp, number | null][] = [
      ['dice.ts#Tool', /tools\/dice\.ts is not there/, null],
      ['.hidden.ts', /no plain path/, null],
      ['../dice.ts', /no plain path/, null],
      ['a.mjs#A', /no export "A": it exports b/, null],
      ['enum.ts#A', /enum is not supported/, 3],
      ['torn.mjs#A', /Expected ident/, 2],
      ['node.mjs#A', /"node:fs" cannot be imported/, null],
    ];
    const code = await folderOf(files, ...faults.map(([entry]) => entry));
    const expected = faults.map(([entry, message, line]) => ({ entry, message: expect.stringMatching(message), line }));
    expect(await inspectPackCode(code, LIMITS)).toEqual(expected);
  });

  it('is a link that leads out of its folder', async () => {
    const outside = await folderOf({ 'a.mjs': 'export class A {}' });
    const code = await folderOf({}, 'a.mjs#A');
    await symlink(join(outside.folder, 'a.mjs'), join(code.folder, 'a.mjs'));
    expect(await inspectPackCode(code, LIMITS)).toMatchObject([
      { message: expect.stringMatching(/leads out of tools/) },
    ]);
  });

  it('keeps none of the other tools of the pack from being there, and is not run to be looked at', async () => {
    const code = await folderOf(
      {
        'dice.ts': toolSource(''),
        'bad.mjs': "throw new Error('It is late.'); export class Bad {}",
        'no.mjs': 'export class No {}',
      },
      ...['bad.mjs#Bad', 'dice.ts#Tool', 'no.mjs#No'],
    );
    expect(await inspectPackCode(code, LIMITS)).toEqual([]);
    const loaded = await loadPackTools(code, new PackThread(code, 'run', LIMITS));
    opened.push(loaded);
    expect(loaded.tools.map(({ name }) => name)).toEqual(['dice']);
    expect(loaded.problems).toMatchObject([
      { entry: 'bad.mjs#Bad', message: 'It is late.', line: 1 },
      { entry: 'no.mjs#No', message: expect.stringMatching(/is no tool/) },
    ]);
  });

  it('is what does not load in its time', async () => {
    const code = await folderOf({ 'a.mjs': 'await new Promise(() => 0); export class A {}' }, 'a.mjs#A');
    await writeFile(join(code.folder, 'a.mjs'), 'for (;;) ; export class A {}');
    const thread = new PackThread(code, 'run', { ...LIMITS, loadMs: 500 });
    const loaded = await loadPackTools(code, thread);
    expect(loaded.problems).toMatchObject([
      { entry: 'a.mjs#A', message: expect.stringMatching(/did not load in time/) },
    ]);
  });
});
