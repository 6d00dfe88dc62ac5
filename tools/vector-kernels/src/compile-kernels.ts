import loadWabt from 'wabt';

const LINE_LENGTH = 100;

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
    `/** \`kernels/${name}\` as WebAssembly, base64. Written by tools/vector-kernels; a spec there compares the two. */`,
    'export const KERNELS =',
    `${lines.map((line) => `  '${line}'`).join(' +\n')};`,
    '',
  ].join('\n');
}
