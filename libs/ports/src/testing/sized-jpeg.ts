/** Longest part of a JPEG file before its pixels, in bytes, its length included. */
const LONGEST_PART = 65_533;

/**
 * A JPEG file as far as its size tells: no pixels follow.
 *
 * @param bytes at least as many, of random looks
 */
export function sizedJpeg(width: number, height: number, bytes = 0): Uint8Array {
  const word = (value: number): number[] => [value >> 8, value & 0xff];
  const jfif = [0xff, 0xe0, ...word(16), 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0];
  const comments: Uint8Array[] = [];
  for (let left = bytes; left > 0; left -= LONGEST_PART) {
    const length = Math.max(2, Math.min(left, LONGEST_PART));
    const content = Uint8Array.from({ length: length - 2 }, (_, i) => (i * 2_654_435_761) >>> 24);
    comments.push(Uint8Array.from([0xff, 0xfe, ...word(length)]), content);
  }
  // Tables of a length of their own, and a filling, stand before the frame.
  const tables = [0xff, 0xc4, ...word(4), 0xff, 0xc0, 0xff];
  const frame = [0xff, 0xc2, ...word(11), 8, ...word(height), ...word(width), 1, 1, 0x11, 0];
  return Uint8Array.from(
    Buffer.concat([Uint8Array.from([0xff, 0xd8, ...jfif]), ...comments, Uint8Array.from([...tables, ...frame])]),
  );
}
