import { posix } from 'node:path';
import type { MarkdownPage } from './read-markdown.js';

/** Anything with a scheme, or on another host. */
const ELSEWHERE = /^([a-z][a-z0-9+.-]*:|\/\/)/i;

/**
 * Links of a page that lead nowhere within the repository, one sentence each.
 *
 * @param path of the page, from the root
 * @param places every file of the repository, from the root, and the folders above them: {@link placesOf}
 * @param pageAt the Markdown page at a path, for links to its headings; undefined where there is none
 */
export function findBrokenLinks(
  path: string,
  { links, anchors }: MarkdownPage,
  places: ReadonlySet<string>,
  pageAt: (path: string) => MarkdownPage | undefined,
): string[] {
  return links.flatMap(({ url, line }) => {
    if (ELSEWHERE.test(url)) return [];
    const [target = '', fragment] = url.split('#', 2).map(decodeURIComponent);
    const place = `${path}:${line}`;
    const resolved = posix.join(posix.dirname(path), target).replace(/\/$/, '');
    if (target !== '' && (target.startsWith('/') || !places.has(resolved))) {
      return [`${place} links to ${url}, which does not exist`];
    }
    if (fragment === undefined) return [];
    const known = target === '' ? anchors : pageAt(resolved)?.anchors;
    return known?.has(fragment) === false ? [`${place} links to ${url}, which has no such heading`] : [];
  });
}

/** Files, and every folder above one of them. */
export function placesOf(files: readonly string[]): Set<string> {
  return new Set([...files, ...files.flatMap(foldersAbove)]);
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return ['.', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
}
