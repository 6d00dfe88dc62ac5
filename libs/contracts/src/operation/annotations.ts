/**
 * Reports of a handler beside its output, such as its mode, missing parts and durations; the output's keys are published and
 * fixed. Maps names to descriptions for people. Over HTTP and NATS, each annotation is a response header.
 */
export type AnnotationDeclarations = Readonly<Record<string, string>>;

/** Most names per operation. */
export const MAX_ANNOTATIONS = 16;
/** Longest value, in ASCII characters. */
export const MAX_ANNOTATION_LENGTH = 1_024;
/**
 * Longest total of an answer's values, in ASCII characters. nginx keeps the whole head of a response in one memory page
 * (`proxy_buffer_size`, 4 KiB) and answers 502 if it is longer. Half of that remains for other headers.
 */
export const MAX_ANNOTATIONS_LENGTH = 2_048;

/**
 * The annotation for durations, in the grammar of Server-Timing (W3C, https://www.w3.org/TR/server-timing/): `encode;dur=3.1,
 * vector;dur=12`, in milliseconds. Over HTTP it is also sent in that header, which browsers show.
 */
export const TIMING_ANNOTATION = 'timing';

/** `Arbiter-*` headers with another meaning, on requests or responses, over HTTP or NATS. */
const TAKEN: readonly string[] = [
  'accept',
  'cancel',
  'deadline',
  'deadline-ms',
  'frame',
  'principal',
  'request-id',
  'time-left',
];

const NAME = /^[a-z]+(-[a-z]+)*$/;
/**
 * Printable ASCII without spaces at the ends, which HTTP would strip. It has no line break, so that a value stays one header.
 */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Header of an annotation: `mode` is `Arbiter-Mode`. */
export function annotationHeader(name: string): string {
  return `Arbiter-${name.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())}`;
}

/** Whether a value can be a header without change: 1 to {@link MAX_ANNOTATION_LENGTH} printable ASCII characters. */
export function isAnnotationValue(value: string): boolean {
  return value.length <= MAX_ANNOTATION_LENGTH && VALUE.test(value);
}

/** @throws RangeError when a name is not kebab-case or taken, or there are too many */
export function checkAnnotationNames(operation: string, declared: AnnotationDeclarations): void {
  const names = Object.keys(declared);
  if (names.length > MAX_ANNOTATIONS) {
    throw new RangeError(`"${operation}" declares ${names.length} annotations, ${MAX_ANNOTATIONS} are possible`);
  }
  for (const name of names) {
    if (!NAME.test(name)) throw new RangeError(`annotation "${name}" of "${operation}" is not kebab-case letters`);
    if (TAKEN.includes(name)) {
      throw new RangeError(`annotation "${name}" of "${operation}": ${annotationHeader(name)} means something else`);
    }
  }
}
