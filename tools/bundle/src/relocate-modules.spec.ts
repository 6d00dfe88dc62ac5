import { describe, expect, it } from '@jest/globals';
import { importsForEffect } from './relocate-modules.js';

describe('an import for its effect alone, which the bundle would leave out', () => {
  it.each([
    `import './polyfill.js';`,
    `import 'reflect-metadata';\nexport const a = 1;`,
    `const a = 1;\nimport "./b.js";`,
  ])('is seen in %j', (code) => {
    expect(importsForEffect(code)).toBe(true);
  });

  it.each([
    `import { a } from './a.js';`,
    `export * from './a.js';`,
    `const a = await import('./a.js');`,
    `// import './a.js'`,
  ])('is not seen in %j', (code) => {
    expect(importsForEffect(code)).toBe(false);
  });
});
