import { ArbiterError } from '@arbiter/contracts';
import type { DocumentChunks, EmbeddedChunk } from '@arbiter/ports';
import type { CollectionShape } from './collection-layout.js';

/** How far the length of a vector may be from 1: what float32 rounding can explain, and no more. */
const UNIT_TOLERANCE = 1e-3;

/**
 * The shape that a collection needs for these documents: what it has, and what it did not know yet.
 *
 * @param known null for a collection that is not there
 * @throws ArbiterError INVALID_REQUEST for a vector that does not fit the collection, or the others
 */
export function shapeFor(known: CollectionShape, documents: readonly DocumentChunks<EmbeddedChunk>[]): CollectionShape {
  let { dimensions } = known;
  for (const { vector } of documents.flatMap(({ chunks }) => chunks)) {
    dimensions ??= vector.length;
    checkVector(vector, dimensions);
  }
  return { dimensions };
}

/** @throws ArbiterError INVALID_REQUEST for another number of dimensions, or a length that is not 1 */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) throw wrongDimensions(dimensions, vector.length);
  let squares = 0;
  for (const number of vector) squares += number * number;
  if (!(Math.abs(Math.sqrt(squares) - 1) <= UNIT_TOLERANCE))
    throw new ArbiterError('INVALID_REQUEST', 'A vector must have the length 1.');
}

function wrongDimensions(expected: number, received: number): ArbiterError {
  return new ArbiterError(
    'INVALID_REQUEST',
    `The collection holds vectors of ${expected} numbers, got one of ${received}.`,
    { details: { expected, received } },
  );
}
