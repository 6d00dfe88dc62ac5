import { describe, expect, it } from '@jest/globals';
import { compileKernels } from './compile-kernels.js';
import { compiledKernels, shippedKernels } from './kernel-files.js';

describe('compileKernels', () => {
  it('gives what ships with the library', async () => {
    expect(await compiledKernels()).toBe(await shippedKernels());
  });

  it('tells where a text is no WebAssembly', async () => {
    await expect(compileKernels('(module\n  (funk))', 'broken.wat')).rejects.toThrow(/broken\.wat:2/);
  });
});
