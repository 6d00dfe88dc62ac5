/** Endings of what documents come as, by media type. */
const ENDINGS: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/xhtml+xml': '.xhtml',
  'text/plain': '.txt',
  'text/markdown': '.md',
  'text/x-markdown': '.md',
  'text/csv': '.csv',
  'text/tab-separated-values': '.tsv',
  'text/vtt': '.vtt',
  'application/json': '.json',
  'application/x-ndjson': '.ndjson',
  'application/pdf': '.pdf',
  'application/epub+zip': '.epub',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/zip': '.zip',
  'application/x-tar': '.tar',
  'application/gzip': '.tgz',
  'application/x-gzip': '.tgz',
};

/** What servers call files whose format they do not know: then the name of the file says it. */
const VAGUE: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'text/plain']);

/** Without one, a page of the web is what pages of the web are. */
const DEFAULT_ENDING = '.html';

/**
 * The file name by which the format of a page is known.
 *
 * @param isReadable whether a file of a name is of a format that can be read
 */
export function pageName(url: string, mediaType: string, isReadable: (name: string) => boolean): string {
  const { pathname } = new URL(url);
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  const hasEnding = /.\.\w{1,8}$/.test(last);
  const ending = ENDINGS[mediaType];
  if (hasEnding && (ending === undefined || last.toLowerCase().endsWith(ending))) return last;
  if (hasEnding && VAGUE.has(mediaType) && isReadable(last)) return last;
  return `${last === '' ? 'index' : last}${ending ?? DEFAULT_ENDING}`;
}
