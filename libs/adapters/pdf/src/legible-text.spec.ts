import { describe, expect, it } from '@jest/globals';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { illegibleFonts, spellOut } from './page-fragments.js';

const run = (fontName: string, str: string): TextItem => ({
  ...{ str, fontName, dir: 'ltr', width: 10, height: 10, transform: [10, 0, 0, 10, 0, 0], hasEOL: false },
});

describe('spellOut', () => {
  it.each([
    ['f\u00a8ur Sch\u00a8uler', 'für Schüler'],
    ['\u00a8Uber na\u00a8\u0131ve M\u00f6wen', 'Über naïve Möwen'],
    ['\u02c7Capek, P\u00b4erez', 'Čapek, Pérez'],
    ['l\u00b4amour, qu\u00b4il', 'l\u00b4amour, qu\u00b4il'],
    ['10 \u02dc 20, \u00a8 x', '10 \u02dc 20, \u00a8 x'],
    ['the o\x0ece \x0cles, di\x0berent \x0dags', 'the office files, different flags'],
    ['\ufedf\ufe8e', 'لا'],
    ['\ufef7', 'لأ'],
  ])('%j as %j', (drawn, text) => {
    expect(spellOut(drawn)).toBe(text);
  });
});

describe('illegibleFonts', () => {
  it('names a font whose signs are numbers of glyphs, and no other of the page', () => {
    const glyphs = Array.from('The lamp burns whale oil.', (letter) => String.fromCharCode(letter.charCodeAt(0) - 29));
    const items = [run('a', glyphs.join('')), run('b', 'The lamp burns whale oil.'), run('a', glyphs.join(''))];
    expect([...illegibleFonts(items)]).toEqual(['a']);
  });

  it('names a font whose signs are numbered as they first came', () => {
    expect(illegibleFonts([run('a', '!"#$%&\'()*+,-./:;!"#$\x01%&!"#$')]).size).toBe(1);
  });

  it.each([
    ['dot leaders', '1.2 The harbour . . . . . . . . . . . . . . . . . . . . 12'],
    ['mathematics', '∀x∈ℝ∃y∈ℝ:x+y=0∧(x·y≤0)⇒∑≠∏±√∞∂∇'],
    ['code', '#define X(a,b) ((a)*(b)) /* {}[]();<>=+-&|^~!? */'],
    ['ligatures of old fonts', 'The o\x0ece of the \x0ceet had asked her twice about the \x0dag and the di\x0berence.'],
    ['a few signs', '\x01\x02\x03'],
    ['Japanese', '冬の嵐の最初の日にヴェイルの港は閉鎖された。番人なしで灯火が'],
  ])('takes %s for text', (_, text) => {
    expect(illegibleFonts([run('a', text)]).size).toBe(0);
  });
});
