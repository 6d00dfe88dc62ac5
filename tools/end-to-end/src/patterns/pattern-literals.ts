import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import type { CollectedPattern } from './collect-patterns.js';

/** Folders of the workspace with code that runs in production. */
const PRODUCTION = ['apps', 'libs', 'domains'];
const NO_SOURCES = new Set(['node_modules', 'dist', 'bundle', 'test', 'testing']);

/**
 * Every regular expression literal of production code: what tests, and helpers of tests, match is no stranger's.
 *
 * @param root of the workspace
 * @throws what reading a folder throws
 */
export function patternLiterals(root: string): CollectedPattern[] {
  return PRODUCTION.flatMap((folder) => sources(join(root, folder))).flatMap((file) =>
    literalsOf(relative(root, file), readFileSync(file, 'utf8')),
  );
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NO_SOURCES.has(entry.name) ? [] : sources(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts') ? [path] : [];
  });
}

/**
 * @param text TypeScript
 * @param fileName for `madeAt`
 * @throws SyntaxError for a text that is no source
 */
export function literalsOf(fileName: string, text: string): CollectedPattern[] {
  const { program, errors } = parseSync(fileName, text);
  const [error] = errors;
  if (error) throw new SyntaxError(`${fileName}: ${error.message}`);
  const found: CollectedPattern[] = [];
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const line = text.slice(0, node.start).split('\n').length;
      found.push({ source: node.regex.pattern, flags: node.regex.flags, madeAt: `${fileName}:${line}` });
    },
  }).visit(program);
  return found;
}
