import type { DocumentParser } from '@arbiter/ports';

const ZIP_SIGNATURES = ['PK\x03\x04', 'PK\x05\x06'];

/** Bytes searched at both ends of a ZIP archive: the first files and the directory. */
const ZIP_REACH = 64 * 1_024;
/** Bytes searched of other files. */
const REACH = 1_024;
/** Signatures that a text may begin with too. A text holds no NUL byte after them. */
const NEEDS_BINARY: ReadonlySet<string> = new Set(['MZ', 'ID3', 'RIFF', 'GIF8', 'OggS', 'Rar!']);

/** Finds parsers by file extension and by content. */
export class ParserRegistry {
  private readonly byExtension = new Map<string, DocumentParser>();

  /** @throws RangeError when two parsers claim one extension */
  constructor(parsers: readonly DocumentParser[]) {
    for (const parser of parsers) {
      for (const extension of parser.extensions) {
        if (this.byExtension.has(extension)) throw new RangeError(`two parsers claim "${extension}"`);
        this.byExtension.set(extension, parser);
      }
    }
  }

  /** Extensions that can be read, ascending. */
  get extensions(): string[] {
    return [...this.byExtension.keys()].sort();
  }

  /** @returns undefined for a format that no parser reads */
  parserOf(name: string): DocumentParser | undefined {
    const base = name.slice(name.lastIndexOf('/') + 1);
    const dot = base.lastIndexOf('.');
    return this.byExtension.get(dot <= 0 ? '' : base.slice(dot).toLowerCase());
  }

  /** The parser of the recognised content, or else of the name. */
  parserFor(name: string, bytes: Uint8Array): DocumentParser | undefined {
    const extension = recogniseFormat(bytes)?.extension;
    return (extension === undefined ? undefined : this.byExtension.get(extension)) ?? this.parserOf(name);
  }
}

/** A format recognised by its bytes. */
interface RecognisedFormat {
  /** Completes "is …": "a PNG picture". */
  readonly what: string;
  /** The extension of the format's parser; undefined for a format that is no document. */
  readonly extension?: string;
}

/** First bytes of formats that no text begins with, as Latin-1 (PRONOM's registry of file signatures). */
const SIGNATURES: readonly (readonly [signature: string, format: RecognisedFormat])[] = [
  ['\x89PNG\r\n', { what: 'a PNG picture' }],
  ['\xff\xd8\xff', { what: 'a JPEG picture' }],
  ['GIF8', { what: 'a GIF picture' }],
  ['II*\0', { what: 'a TIFF picture' }],
  ['MM\0*', { what: 'a TIFF picture' }],
  ['RIFF', { what: 'a picture or recording (RIFF)' }],
  ['ID3', { what: 'a recording (MP3)' }],
  ['OggS', { what: 'a recording (Ogg)' }],
  ['\x7fELF', { what: 'a program' }],
  ['MZ', { what: 'a program' }],
  ['\x1f\x8b', { what: 'a gzip archive' }],
  ['7z\xbc\xaf', { what: 'a 7z archive' }],
  ['Rar!', { what: 'a RAR archive' }],
  ['{\\rtf', { what: 'a rich text file (RTF)' }],
  ['\xd0\xcf\x11\xe0', { what: 'an old or encrypted Office file', extension: '.docx' }],
];

/** Strings that identify documents in ZIP archives, and their formats. */
const ZIP_PARTS: readonly (readonly [part: string, format: RecognisedFormat])[] = [
  ['application/epub+zip', { what: 'an e-book', extension: '.epub' }],
  ['word/document.xml', { what: 'a Word document', extension: '.docx' }],
  ['xl/workbook', { what: 'an Excel workbook' }],
  ['ppt/presentation.xml', { what: 'a PowerPoint presentation' }],
  ['application/vnd.oasis.opendocument', { what: 'an OpenDocument file' }],
];

/** Recognises formats that their content identifies with certainty; undefined for text and for unknown formats. */
export function recogniseFormat(bytes: Uint8Array): RecognisedFormat | undefined {
  const start = latin1(bytes.subarray(0, REACH));
  if (ZIP_SIGNATURES.some((signature) => start.startsWith(signature))) return zippedFormat(bytes);
  const found = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (found) return NEEDS_BINARY.has(found[0]) && !start.includes('\0') ? undefined : found[1];
  const text = start.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (text.startsWith('%PDF-')) return { what: 'a PDF file', extension: '.pdf' };
  if (/^(?:<!doctype html|<html)[\s>]/i.test(text)) return { what: 'a web page', extension: '.html' };
  return undefined;
}

function zippedFormat(bytes: Uint8Array): RecognisedFormat {
  const ends = latin1(bytes.subarray(0, ZIP_REACH)) + latin1(bytes.subarray(-ZIP_REACH));
  return ZIP_PARTS.find(([part]) => ends.includes(part))?.[1] ?? { what: 'a ZIP archive' };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
