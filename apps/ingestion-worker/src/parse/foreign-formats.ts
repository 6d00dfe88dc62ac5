import { isZip, startOf, zipNames } from '@arbiter/adapter-kit/documents';

/**
 * First bytes of formats that no parser reads, as Latin-1, with their names (the registry of file signatures of PRONOM).
 * No text begins with them, but for those of `NEEDS_BINARY`.
 */
const SIGNATURES: readonly (readonly [signature: string, what: string])[] = [
  ['GIF8', 'a GIF picture'],
  ['II*\0', 'a TIFF picture'],
  ['MM\0*', 'a TIFF picture'],
  ['RIFF', 'a picture or recording (RIFF)'],
  ['ID3', 'a recording (MP3)'],
  ['OggS', 'a recording (Ogg)'],
  ['\x7fELF', 'a program'],
  ['MZ', 'a program'],
  ['\x1f\x8b', 'a gzip archive'],
  ['7z\xbc\xaf', 'a 7z archive'],
  ['Rar!', 'a RAR archive'],
  ['{\\rtf', 'a rich text file (RTF)'],
];
/** Signatures that a text may begin with as well; it holds no NUL byte after them. */
const NEEDS_BINARY: ReadonlySet<string> = new Set(['MZ', 'ID3', 'RIFF', 'GIF8', 'OggS', 'Rar!']);

/** Parts by which documents in ZIP archives are recognised that no parser reads, with their names. */
const ZIP_PARTS: readonly (readonly [part: string, what: string])[] = [
  ['xl/workbook', 'an Excel workbook'],
  ['ppt/presentation.xml', 'a PowerPoint presentation'],
  ['application/vnd.oasis.opendocument', 'an OpenDocument file'],
];

/**
 * The name of the format of a file that no parser recognises.
 *
 * @returns as the end of "It is …": "a PNG picture"; undefined for a text, and for a format that is not known
 */
export function foreignFormatOf(bytes: Uint8Array): string | undefined {
  if (isZip(bytes)) return ZIP_PARTS.find(([part]) => zipNames(bytes, part))?.[1] ?? 'a ZIP archive';
  const start = startOf(bytes);
  const [signature = '', what] = SIGNATURES.find(([each]) => start.startsWith(each)) ?? [];
  return NEEDS_BINARY.has(signature) && !start.includes('\0') ? undefined : what;
}
