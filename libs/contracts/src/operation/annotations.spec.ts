import { describe, expect, it } from '@jest/globals';
import { HTTP_HEADERS } from '../openapi/build-openapi.js';
import {
  annotationHeader,
  checkAnnotationNames,
  isAnnotationValue,
  MAX_ANNOTATION_LENGTH,
  MAX_ANNOTATIONS,
} from './annotations.js';

describe('annotationHeader', () => {
  it.each([
    ['mode', 'Arbiter-Mode'],
    ['rerank-skipped', 'Arbiter-Rerank-Skipped'],
  ])('of %s is %s', (name, header) => {
    expect(annotationHeader(name)).toBe(header);
  });
});

describe('the names of annotations', () => {
  const check = (...names: string[]): void =>
    checkAnnotationNames('retriever.x', Object.fromEntries(names.map((name) => [name, 'what it tells'])));

  it.each(['Mode', 'two words', 'a_b', '-a', 'a-', 'a--b', 'k1', '', 'a:b', 'a\r\nSet-Cookie'])('refuse %p', (name) => {
    expect(() => check(name)).toThrow('is not kebab-case');
  });

  it('refuse what is a header of the protocol already', () => {
    const taken = Object.values(HTTP_HEADERS).flatMap(
      (header) => /^arbiter-(.*)$/.exec(header.toLowerCase())?.[1] ?? [],
    );
    expect(taken).toContain('request-id');
    for (const name of taken) expect(() => check(name)).toThrow('means something else');
  });

  it(`are ${MAX_ANNOTATIONS} at most`, () => {
    const names = Array.from({ length: MAX_ANNOTATIONS }, (_, i) => 'a'.repeat(i + 1));
    expect(() => check(...names)).not.toThrow();
    expect(() => check(...names, 'one-more')).toThrow(RangeError);
  });
});

describe('the value of an annotation', () => {
  it.each(['hybrid', 'encode;dur=3.1, vector;dur=12', '!', '~', 'x'.repeat(MAX_ANNOTATION_LENGTH)])(
    'may be %p',
    (value) => {
      expect(isAnnotationValue(value)).toBe(true);
    },
  );

  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(MAX_ANNOTATION_LENGTH + 1)],
    ['another header behind CR LF', 'hybrid\r\nSet-Cookie: a=b'],
    ['ended by LF', 'hybrid\n'],
    ['a tab', 'a\tb'],
    ['a NUL', 'a\0b'],
    ['a space at the start', ' a'],
    ['a space at the end', 'a '],
    ['beyond ASCII', 'café'],
    ['a DEL', 'a\x7f'],
  ])('may not be %s', (_, value) => {
    expect(isAnnotationValue(value)).toBe(false);
  });
});
