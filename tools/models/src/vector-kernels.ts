import { readFile, writeFile } from 'node:fs/promises';
import loadWabt from 'wabt';
import { defineCommand } from './command.js';

const LINE_LENGTH = 100;
const LIBRARY = new URL('../../../libs/vectors/', import.meta.url);
const SOURCE = 'kernels.wat';
const SHIPPED = new URL('src/kernels.wasm.ts', LIBRARY);

/**
 * @param source WebAssembly as text
 * @param name of its file, for messages
 * @returns the module that ships: the same as bytes, in TypeScript
 * @throws Error with line and column for a text that is no WebAssembly
 */
export async function compileKernels(source: string, name: string): Promise<string> {
  const wabt = await loadWabt();
  const parsed = wabt.parseWat(name, source, { simd: true });
  parsed.validate();
  const base64 = Buffer.from(parsed.toBinary({}).buffer).toString('base64');
  const lines = base64.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [];
  return [
    `/** \`kernels/${name}\` as WebAssembly, base64. Written by tools/models; a spec there compares the two. */`,
    'export const KERNELS =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
}

/** The content that libs/vectors/src/kernels.wasm.ts must have. */
export async function compiledKernels(): Promise<string> {
  return compileKernels(await readFile(new URL(`kernels/${SOURCE}`, LIBRARY), 'utf8'), SOURCE);
}

export function shippedKernels(): Promise<string> {
  return readFile(SHIPPED, 'utf8');
}

const compile = defineCommand('', { required: [] }, async () => writeFile(SHIPPED, await compiledKernels()));

/** Compiles the vector instructions of libs/vectors, written as WebAssembly text. */
export const VECTOR_KERNEL_COMMANDS = { compile };
