import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Files of this arm that the shipped files of a folder import, from its root. */
function importsOf(folder: string): string[] {
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path),
  );
  const shipped = files.filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'));
  const imported = shipped.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/from '(\.[^']*)\.js'/g)].map(([, to = '']) =>
      relative(ROOT, resolve(ROOT, path, '..', to)),
    ),
  );
  return [...new Set(imported)];
}

describe('search and world', () => {
  it('know each other by the port of the search alone', () => {
    const outside = importsOf('world').filter((path) => !path.startsWith('world/'));
    expect(outside.filter((path) => path.startsWith('search/'))).toEqual(['search/library-search']);
    expect(outside.filter((path) => path.startsWith('retriever'))).toEqual(['retriever-arm.tokens']);
    for (const folder of ['search', 'synthesis', 'candidates', 'ranking', 'calls']) {
      expect(importsOf(folder).filter((path) => path.startsWith('world/'))).toEqual([]);
    }
  });
});
