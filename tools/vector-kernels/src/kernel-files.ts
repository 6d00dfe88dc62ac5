import { readFile, writeFile } from 'node:fs/promises';
import { compileKernels } from './compile-kernels.js';

const LIBRARY = new URL('../../../libs/vectors/', import.meta.url);
const SOURCE = 'kernels.wat';
const SHIPPED = new URL('src/kernels.wasm.ts', LIBRARY);

/** What the library must hold. */
export async function compiledKernels(): Promise<string> {
  return compileKernels(await readFile(new URL(`kernels/${SOURCE}`, LIBRARY), 'utf8'), SOURCE);
}

export function shippedKernels(): Promise<string> {
  return readFile(SHIPPED, 'utf8');
}

export async function writeKernels(): Promise<void> {
  await writeFile(SHIPPED, await compiledKernels());
}
