const COMPRESSED = 0x75465a4c;
const STORED = 0x414c454d;
const HEADER_BYTES = 16;
const WINDOW = 4_096;
/** What the window holds at the start (MS-OXRTFCP 2.1.2.1). */
const KNOWN =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArial' +
  'Times New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';

/**
 * The rich text of a message (MS-OXRTFCP). It is at most nine times as long as what it is packed in: two bytes stand for 17.
 *
 * @returns empty for what is not packed as such
 */
export function decompressRtf(packed: Uint8Array): Uint8Array {
  const view = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (view.length < HEADER_BYTES) return new Uint8Array();
  const kind = view.readUInt32LE(8);
  if (kind === STORED) return view.subarray(HEADER_BYTES, HEADER_BYTES + view.readUInt32LE(4));
  if (kind !== COMPRESSED) return new Uint8Array();
  const window = Buffer.alloc(WINDOW, ' ');
  let write = window.write(KNOWN, 'latin1');
  const out = Buffer.alloc(9 * view.length);
  let length = 0;
  const put = (byte: number): void => {
    out[length++] = byte;
    window[write] = byte;
    write = (write + 1) % WINDOW;
  };
  for (let at = HEADER_BYTES; at < view.length;) {
    const control = view[at++] ?? 0;
    for (let bit = 0; bit < 8 && at < view.length; bit++) {
      if (((control >> bit) & 1) === 0) {
        put(view[at++] ?? 0);
        continue;
      }
      if (at + 2 > view.length) return out.subarray(0, length);
      const reference = view.readUInt16BE(at);
      at += 2;
      const from = reference >> 4;
      // A reference to the place that is written next ends the text.
      if (from === write) return out.subarray(0, length);
      for (let step = 0; step < (reference & 15) + 2; step++) put(window[(from + step) % WINDOW] ?? 0);
    }
  }
  return out.subarray(0, length);
}
