/** Bytes in which the format of a file shows. */
const START_BYTES = 1_024;
/** Bytes at both ends of an archive that are searched: its first files, and its directory. */
const ARCHIVE_END_BYTES = 64 * 1_024;
/** Of an archive with files, and of an empty one (APPNOTE.TXT 4.3.7 and 4.3.16). */
const ZIP_SIGNATURES = ['PK\x03\x04', 'PK\x05\x06'];

/** What old Office files begin with, encrypted new ones, and messages of Outlook (MS-CFB 2.2). */
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether a file is of the format that old Office files have, encrypted new ones, and messages of Outlook. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return COMPOUND_FILE.every((byte, index) => bytes[index] === byte);
}

/** The first bytes of a file as Latin-1: one character per byte. */
export function startOf(bytes: Uint8Array): string {
  return latin1(bytes.subarray(0, START_BYTES));
}

/** The same, without a byte order mark and white space before the text. */
export function textStartOf(bytes: Uint8Array): string {
  return startOf(bytes)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
}

export function isZip(bytes: Uint8Array): boolean {
  const start = startOf(bytes);
  return ZIP_SIGNATURES.some((signature) => start.startsWith(signature));
}

/** Whether a file is a ZIP archive whose first files or directory name a part, such as `word/document.xml`. */
export function zipNames(bytes: Uint8Array, part: string): boolean {
  if (!isZip(bytes)) return false;
  return [bytes.subarray(0, ARCHIVE_END_BYTES), bytes.subarray(-ARCHIVE_END_BYTES)].some((end) =>
    latin1(end).includes(part),
  );
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
