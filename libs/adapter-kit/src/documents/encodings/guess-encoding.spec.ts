import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { encodeLegacy } from '../../../test/encodings/encode-legacy.js';
import { ENCODINGS } from './candidate-encodings.js';
import { decodeBytes } from './decode-bytes.js';
import { guessEncoding } from './guess-encoding.js';

interface Sample {
  readonly language: string;
  readonly text: string;
}

interface Outcome {
  readonly case: string;
  readonly isRight: boolean;
  readonly isDoubtful: boolean;
}

const samplesOf = (file: string): Sample[] =>
  readFileSync(new URL(`../../../test/encodings/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([language = '', text = '']) => ({ language, text: text.replaceAll(String.raw`\n`, '\n') }));

/** Each sample in one of the encodings of its language, in turn. */
function judge(samples: readonly Sample[], isKnown: boolean): Outcome[] {
  return samples.flatMap(({ language, text }, index) => {
    const encodings = ENCODINGS.filter((each) => each.encoding !== 'utf-8' && each.languages.includes(language))
      .map(({ encoding }) => ({ encoding, bytes: encodeLegacy(text, encoding) }))
      .filter(({ bytes }) => bytes?.some((byte) => byte > 0x7f));
    const { encoding, bytes } = encodings[index % encodings.length] ?? {};
    if (!bytes) return [];
    const guess = guessEncoding(bytes, isKnown ? language : undefined);
    const isRight = decodeBytes(bytes, guess.encoding).normalize('NFC') === text.normalize('NFC');
    return [{ case: `${encoding} read as ${guess.encoding}: ${text}`, isRight, isDoubtful: guess.isDoubtful }];
  });
}

describe('guessEncoding of names, rows and sentences in 42 languages', () => {
  const samples = samplesOf('samples.txt').filter((_, index) => index % 2 === 0);

  it.each([true, false])('is never wrong in silence, and seldom doubts, with the language known: %s', (isKnown) => {
    const outcomes = judge(samples, isKnown);
    expect(outcomes.length).toBeGreaterThan(130);
    expect(outcomes.filter(({ isRight, isDoubtful }) => !isRight && !isDoubtful)).toEqual([]);
    const right = outcomes.filter(({ isRight }) => isRight);
    expect(right.filter(({ isDoubtful }) => isDoubtful).length).toBeLessThan(0.06 * right.length);
    expect(right.length).toBeGreaterThan(0.98 * outcomes.length);
  });
});

describe('guessEncoding', () => {
  it('reads a few characters rightly where the language is known, or doubts them', () => {
    const outcomes = judge(samplesOf('short-samples.txt'), true);
    expect(outcomes.filter(({ isRight, isDoubtful }) => !isRight && !isDoubtful)).toEqual([]);
  });

  it('judges a long file by pieces, of which the last decides', () => {
    const ascii = 'number;price;note\n'.repeat(4_000);
    const bytes = Buffer.concat([Buffer.from(ascii), encodeLegacy('Žluťoučký kůň;příliš;ďábelské\n', 'iso-8859-2')!]);
    expect(guessEncoding(new Uint8Array(bytes))).toMatchObject({ encoding: 'iso-8859-2', isDoubtful: false });
  });

  it('cuts pieces of a long file between characters', () => {
    const rows = '番号,氏名,住所,電話\n1,山本恵子,青葉町三丁目,045-1000\n'.repeat(2_000);
    expect(guessEncoding(encodeLegacy(rows, 'shift_jis')!)).toMatchObject({ encoding: 'shift_jis', isDoubtful: false });
    expect(guessEncoding(encodeLegacy(rows, 'utf-16be')!)).toMatchObject({ encoding: 'utf-16be', isDoubtful: false });
  });

  it('doubts what looks like no language', () => {
    const bytes = Uint8Array.from({ length: 400 }, (_, index) => 0x80 + ((index * 37) % 128));
    expect(guessEncoding(bytes)).toMatchObject({ isDoubtful: true, isStrange: true });
  });

  it('names the runner-up where two readings are alike', () => {
    const bytes = encodeLegacy('Дом;Сад', 'x-mac-cyrillic')!;
    expect(guessEncoding(bytes)).toMatchObject({ isDoubtful: true, runnerUp: expect.any(String) });
  });
});
