import {
  annotationHeader,
  type AnyOperation,
  isAnnotationValue,
  MAX_ANNOTATION_LENGTH,
  MAX_ANNOTATIONS_LENGTH,
} from '@arbiter/contracts';

/** A token of RFC 9110, which a metric's name must be. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** What a handler said beside its output, by name; the operation declares the names. */
export type Annotations = ReadonlyMap<string, string>;

/**
 * Adds one annotation; the last value of a name counts.
 *
 * @throws RangeError when the operation declares no such name, or the value cannot be a header: a mistake of the handler
 */
export function annotate(operation: AnyOperation, annotations: Map<string, string>, name: string, value: string): void {
  if (!declares(operation, name)) throw new RangeError(`${operation.name} declares no annotation "${name}"`);
  if (!isAnnotationValue(value)) {
    throw new RangeError(
      `annotation "${name}" of ${operation.name} must be 1 to ${MAX_ANNOTATION_LENGTH} printable ASCII characters`,
    );
  }
  let length = value.length;
  for (const [other, { length: taken }] of annotations) if (other !== name) length += taken;
  if (length > MAX_ANNOTATIONS_LENGTH) {
    throw new RangeError(`the annotations of ${operation.name} are longer than ${MAX_ANNOTATIONS_LENGTH} characters`);
  }
  annotations.set(name, value);
}

export function encodeAnnotations(annotations: Annotations): [header: string, values: [string]][] {
  return [...annotations].map(([name, value]) => [annotationHeader(name), [value]]);
}

/**
 * What of an answer's headers are annotations. A name that our revision of the contract does not know, or a value that
 * could not be handed on as a header, is left out: it must not cost the caller the answer.
 *
 * @param headerOf value of a header, '' when there is none
 */
export function decodeAnnotations(operation: AnyOperation, headerOf: (header: string) => string): Annotations {
  const annotations = new Map<string, string>();
  for (const name of Object.keys(operation.annotations ?? {})) {
    const value = headerOf(annotationHeader(name));
    if (isAnnotationValue(value)) annotations.set(name, value);
  }
  return annotations;
}

function declares({ annotations }: AnyOperation, name: string): boolean {
  return annotations !== undefined && Object.hasOwn(annotations, name);
}

/**
 * Durations as the annotation `timing` holds them, in the grammar of Server-Timing: `encode;dur=3.1, vector;dur=12`.
 *
 * @param durations stage to milliseconds, rounded here to tenths; in the order in which they are to be shown
 * @throws RangeError when a stage's name is no HTTP token, or a duration is not a finite number from 0
 */
export function formatTimings(durations: Readonly<Record<string, number>>): string {
  return Object.entries(durations)
    .map(([stage, milliseconds]) => {
      if (!TOKEN.test(stage)) throw new RangeError(`stage "${stage}" is no HTTP token`);
      if (!(milliseconds >= 0 && milliseconds < Infinity)) {
        throw new RangeError(`duration of "${stage}" must be finite and not negative, got ${milliseconds}`);
      }
      return `${stage};dur=${Math.round(milliseconds * 10) / 10}`;
    })
    .join(', ');
}
