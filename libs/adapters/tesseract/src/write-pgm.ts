import type { GreyPicture } from '@arbiter/ports';

/** A picture as a portable greymap (PGM, "P5"), which every program for pictures reads. */
export function writePgm({ width, height, pixels }: GreyPicture): Uint8Array {
  if (pixels.length !== width * height) {
    throw new RangeError(`a picture of ${width} × ${height} has ${width * height} pixels, got ${pixels.length}`);
  }
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(header.length + pixels.length);
  file.set(header);
  file.set(pixels, header.length);
  return file;
}
