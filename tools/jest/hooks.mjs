// How specs are loaded: TypeScript from its sources, through swc, by Node's own loader of modules. register.mjs registers it.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/** Leads from a package to its sources instead of what was built of them: a test needs no build. */
const SOURCE_CONDITION = '@arbiter/source';
const JEST_GLOBALS = new URL('jest-globals.mjs', import.meta.url).href;

const SWC_OPTIONS = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true },
    // `with { type: 'json' }`, without which Node.js loads no JSON.
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: `${JEST_GLOBALS}?for=${context.parentURL}`, shortCircuit: true };
  if (specifier.startsWith('@arbiter/')) {
    return next(specifier, { ...context, conditions: [SOURCE_CONDITION, ...context.conditions] });
  }
  return next(sourceOf(specifier, context.parentURL) ?? specifier, context);
}

export function load(url, context, next) {
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'file:' || !pathname.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...SWC_OPTIONS, filename, swcrc: false });
  return { format: 'module', source: code, shortCircuit: true };
}

/** TypeScript imports `./x.js` and means `./x.ts`. */
function sourceOf(specifier, parentUrl) {
  if (!/^\.{1,2}\//.test(specifier) || !specifier.endsWith('.js') || !parentUrl?.startsWith('file:')) return undefined;
  const url = new URL(specifier.replace(/\.js$/, '.ts'), parentUrl);
  return existsSync(url) ? url.href : undefined;
}
