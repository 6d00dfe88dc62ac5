import { ArbiterError, type PageBox } from '@arbiter/contracts';

/** A picture of a page, or of a part of it. */
export interface Picture {
  /** In pixels, ≥ 1. */
  readonly width: number;
  readonly height: number;
  /** RGB: rows from the top, 3 bytes a pixel; `3 × width × height` bytes. */
  readonly pixels: Uint8Array;
}

/** In 1/10,000 of a picture's or page's width and height, from its top left corner. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Edges of a `Box` are counted in such parts. */
export const BOX_PARTS = 10_000;

/** The smallest box around some edges. @param edges as shares of the picture or page; what is beside it is cut off */
export function boxOf(...edges: readonly [left: number, top: number, right: number, bottom: number]): Box {
  const within = (edge: number): number => Math.min(BOX_PARTS, Math.max(0, edge));
  const [left, top, right, bottom] = edges;
  return {
    left: within(Math.floor(left * BOX_PARTS)),
    top: within(Math.floor(top * BOX_PARTS)),
    right: within(Math.ceil(right * BOX_PARTS)),
    bottom: within(Math.ceil(bottom * BOX_PARTS)),
  };
}

/** As operations give it. */
export function sharesOf({ left, top, right, bottom }: Box): PageBox {
  return { left: left / BOX_PARTS, top: top / BOX_PARTS, right: right / BOX_PARTS, bottom: bottom / BOX_PARTS };
}

/** A sheet of A4 at 600 dots per inch has 35 million pixels. */
export const MAX_PICTURE_PIXELS = 40_000_000;

/**
 * @throws ArbiterError INVALID_REQUEST for a picture that is too large to be looked at
 * @throws RangeError when its pixels are not those of its size
 */
export function assertPicture({ width, height, pixels }: Picture): void {
  if (width * height > MAX_PICTURE_PIXELS) {
    const message = `A picture of ${width} × ${height} pixels is too large: at most ${MAX_PICTURE_PIXELS / 1e6} million are read.`;
    throw new ArbiterError('INVALID_REQUEST', message, { details: { width, height } });
  }
  const isWhole = [width, height].every((side) => Number.isInteger(side) && side >= 1);
  if (!isWhole || pixels.length !== 3 * width * height)
    throw new RangeError(`a picture of ${width} × ${height} has ${3 * width * height} bytes, got ${pixels.length}`);
}
