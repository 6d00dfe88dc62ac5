/** Endings of what pages link to or are made of, and what is no document. Pages themselves end in anything (`.php`, `.aspx`). */
const NO_DOCUMENTS: ReadonlySet<string> = new Set(
  (
    'png jpg jpeg gif svg svgz webp avif bmp ico tif tiff psd heic ' +
    'mp3 mp4 m4a m4v ogg oga ogv wav flac webm avi mov mkv ' +
    'css js mjs map wasm woff woff2 ttf otf eot ' +
    'zip tar tgz gz bz2 xz 7z rar iso dmg exe msi deb rpm apk jar bin ' +
    'rss atom torrent ics vcf pgp asc sig'
  ).split(' '),
);

/** Media types of the same. */
const NO_DOCUMENT = /^(?:image|audio|video|font)\/|^(?:text\/css|(?:text|application)\/(?:javascript|ecmascript))$/;

/** Whether an address leads to a picture, recording, program or archive, as far as its ending says. */
export function leadsToNoDocument({ pathname }: URL): boolean {
  const ending = /\.(\w{1,8})$/.exec(pathname)?.[1]?.toLowerCase();
  return ending !== undefined && NO_DOCUMENTS.has(ending);
}

/** Whether an answer is a picture, recording or part of a page, as far as its server says. */
export function isNoDocument(mediaType: string): boolean {
  return NO_DOCUMENT.test(mediaType);
}

/** Whether an answer may hold links to other pages. */
export function isHtml(mediaType: string): boolean {
  return mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
}
