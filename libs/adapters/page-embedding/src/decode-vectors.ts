const FLOAT_BYTES = 4;

/** Most that rounding to 16 bits moves a vector's length away from 1. */
const UNIT_TOLERANCE = 0.03;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Vectors as a server gives them. */
export interface DecodedVectors {
  /** Concatenated, n × dimensions, each of unit length; n ≥ 1. */
  readonly vectors: Float32Array;
  readonly dimensions: number;
  /** Whether they had unit length before. */
  readonly wereUnit: boolean;
}

/**
 * Reads the vectors of one text or picture: a list of lists of numbers, or float32 in base64 (little-endian), one after the
 * other, which says nothing of their number of dimensions. Vectors of zeros, which pad an input, are left out.
 *
 * @param dimensions that they must have; null for base64 is none of the formats
 * @throws Error in words that follow "gave an answer that cannot be read: "
 */
export function decodeVectors(value: unknown, dimensions: number | null): DecodedVectors {
  const { numbers, width } = typeof value === 'string' ? ofBase64(value, dimensions) : ofLists(value);
  if (dimensions !== null && width !== dimensions)
    throw new Error(`its vectors have ${width} numbers, and had ${dimensions} before`);
  let kept = 0;
  let wereUnit = true;
  for (let from = 0; from < numbers.length; from += width) {
    let squares = 0;
    for (let i = from; i < from + width; i += 1) squares += (numbers[i] ?? 0) ** 2;
    const length = Math.sqrt(squares);
    if (!Number.isFinite(length)) throw new Error('a number is infinite or none');
    if (length === 0) continue;
    wereUnit &&= Math.abs(length - 1) <= UNIT_TOLERANCE;
    for (let i = 0; i < width; i += 1) numbers[kept + i] = (numbers[from + i] ?? 0) / length;
    kept += width;
  }
  if (kept === 0) throw new Error('there is no vector in it');
  return { vectors: numbers.slice(0, kept), dimensions: width, wereUnit };
}

interface Numbers {
  readonly numbers: Float32Array;
  readonly width: number;
}

function ofBase64(text: string, dimensions: number | null): Numbers {
  const bytes = BASE64.test(text) && text.length % 4 === 0 ? Buffer.from(text, 'base64') : null;
  if (bytes === null || dimensions === null) throw new Error('it holds a text in place of vectors');
  const width = dimensions * FLOAT_BYTES;
  if (bytes.length % width !== 0) throw new Error(`its ${bytes.length} bytes are no vectors of ${dimensions} numbers`);
  const numbers = Float32Array.from({ length: bytes.length / FLOAT_BYTES }, (_, i) =>
    bytes.readFloatLE(i * FLOAT_BYTES),
  );
  return { numbers, width: dimensions };
}

function ofLists(value: unknown): Numbers {
  if (!Array.isArray(value)) throw new Error('there are no vectors in it');
  const rows = value as unknown[];
  if (rows.length === 0) throw new Error('there is no vector in it');
  if (typeof rows[0] === 'number') throw new Error('it is one vector: the model has none for each part of a page');
  const width = Array.isArray(rows[0]) ? rows[0].length : 0;
  const numbers = new Float32Array(rows.length * width);
  for (const [row, values] of rows.entries()) {
    if (!Array.isArray(values) || values.length !== width || width === 0)
      throw new Error('its vectors have different numbers of dimensions');
    for (const [i, number] of (values as unknown[]).entries()) {
      if (typeof number !== 'number') throw new Error('a vector holds something else than numbers');
      numbers[row * width + i] = number;
    }
  }
  return { numbers, width };
}
