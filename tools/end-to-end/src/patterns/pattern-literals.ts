import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
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

/** @param text TypeScript, @param fileName for `madeAt` */
export function literalsOf(fileName: string, text: string): CollectedPattern[] {
  const file = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest);
  const found: CollectedPattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      found.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), madeAt: `${fileName}:${line}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
