import { describe, expect, it } from '@jest/globals';
import { compiledKernels, compileKernels, shippedKernels } from './vector-kernels.js';

describe('compileKernels', () => {
  it('gives what ships with the library', async () => {
    expect(await compiledKernels()).toBe(await shippedKernels());
  });

  it('tells where a text is no WebAssembly', async () => {
    await expect(compileKernels('(module\n  (funk))', 'broken.wat')).rejects.toThrow(/broken\.wat:2/);
  });
});
