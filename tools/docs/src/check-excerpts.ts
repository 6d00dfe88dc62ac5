import type { MarkdownPage } from './read-markdown.js';

/** Stands in an excerpt for lines that are left out. */
const ELLIPSIS = /^\s*\/\/ …\s*$/;

/**
 * Blocks under `<!-- from PATH -->` that are not in that file any more, one sentence each. Between lines of `// …` the
 * code must be that of the file, however it is broken into lines.
 *
 * @param path of the page, from the root
 * @param sourceAt text of a file of the repository; null where there is none
 */
export function findStaleExcerpts(
  path: string,
  { codes }: MarkdownPage,
  sourceAt: (path: string) => string | null,
): string[] {
  return codes.flatMap(({ excerptOf, text, line }) => {
    if (excerptOf === null) return [];
    const source = sourceAt(excerptOf);
    if (source === null) return [`${path}:${line} is an excerpt of ${excerptOf}, which does not exist`];
    const missing = partsOf(text).find((part) => !flatten(source).includes(flatten(part)));
    return missing === undefined
      ? []
      : [`${path}:${line} is no longer in ${excerptOf}: ${missing.trim().split('\n', 1)[0] ?? ''}`];
  });
}

function partsOf(text: string): string[] {
  const parts: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (ELLIPSIS.test(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join('\n')).filter((part) => part.trim() !== '');
}

/** Without what the formatter decides, which has another width to fill in a page than in a file. */
function flatten(text: string): string {
  return text.replace(/\s+/g, '').replace(/,(?=[\])}])/g, '');
}
