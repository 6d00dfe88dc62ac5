import { describe, expect, it } from '@jest/globals';
import { encodeLegacy } from '../../test/encodings/encode-legacy.js';
import { decodeText, singleLine, tidyLines } from './index.js';

describe('decodeText', () => {
  const name = 'a.md';

  it('prefers UTF-8 over what is declared', () => {
    expect(decodeText({ bytes: Uint8Array.from([0xc3, 0xa9]), name }, 'shift_jis').text).toBe('é');
  });

  it('follows what is declared for bytes that are not UTF-8', () => {
    expect(decodeText({ bytes: Uint8Array.from([0xcf, 0xf0]), name }, 'windows-1251')).toEqual({
      text: 'Пр',
      encoding: 'windows-1251',
    });
  });

  it.each([
    ['<?xml version="1.0" encoding="windows-1251"?><a>Пр</a>'],
    ['<meta charset="windows-1251"><p>Пр'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><p>Пр'],
    ['#!/bin/sh\n# -*- coding: windows-1251 -*-\necho Пр'],
    ['\\usepackage[cp1251]{inputenc} Пр'],
    ['@charset "windows-1251"; /* Пр */'],
  ])('follows what the text itself declares: %s', (text) => {
    expect(decodeText({ bytes: encodeLegacy(text, 'windows-1251')!, name })).toEqual({
      text,
      encoding: 'windows-1251',
    });
  });

  it('guesses where what is declared does not have all bytes', () => {
    const text = '氏名,部署\n山田,総務\n小川,経理\n';
    const bytes = encodeLegacy(text, 'shift_jis')!;
    expect(decodeText({ bytes, name }, 'euc-kr')).toEqual({ text, encoding: 'shift_jis' });
    expect(decodeText({ bytes, name }, 'IBM420_rtl')).toEqual({
      text,
      encoding: 'shift_jis',
      warning: 'The encoding IBM420_rtl is not known here; the text was read as shift_jis.',
    });
  });

  it('says which two encodings it hesitates between, and knows better by the language', () => {
    const bytes = encodeLegacy('Дом;Сад', 'x-mac-cyrillic')!;
    expect(decodeText({ bytes, name }).warning).toMatch(
      /^Its encoding is not certain: it was read as .+, and .+ is nearly as likely\. If words are garbled, save it as UTF-8, /,
    );
    const quoted = Uint8Array.from([0x93, 0xe9, 0x94]);
    expect(decodeText({ bytes: quoted, name, language: 'fr' })).toMatchObject({
      text: '“é”',
      encoding: 'windows-1252',
    });
    expect(decodeText({ bytes: quoted, name, language: 'ru' }).text).toBe('“й”');
  });

  it('reads ISO-2022-JP, whose bytes are all ASCII', () => {
    const bytes = Buffer.from('\u001b$B;3ED\u001b(B, Tokyo', 'latin1');
    expect(decodeText({ bytes: new Uint8Array(bytes), name })).toEqual({
      text: '山田, Tokyo',
      encoding: 'iso-2022-jp',
    });
  });

  it('takes a genuine replacement character for what it is', () => {
    expect(decodeText({ bytes: new TextEncoder().encode('a\ufffd'), name }).warning).toBeUndefined();
  });

  it.each([
    ['Ines keeps the café.', 'utf-16le'],
    ['Ines keeps the café.', 'utf-16be'],
    ['氏名;部署\n山田;総務\n小川;経理\n', 'utf-16le'],
    ['Имя;Город\nЕгор;Заозёрье', 'utf-16be'],
    ['№ 7', 'utf-16le'],
  ])('reads %s in %s without a mark', (text, encoding) => {
    expect(decodeText({ bytes: encodeLegacy(text, encoding)!, name })).toEqual({ text, encoding });
  });

  it('keeps a short UTF-8 text with a broken byte', () => {
    const bytes = Buffer.concat([Buffer.from('Grüße aus Köln'), Buffer.from([0xff])]);
    const { text, encoding } = decodeText({ bytes: new Uint8Array(bytes), name });
    expect([text, encoding]).toEqual(['Grüße aus Köln\ufffd', 'utf-8']);
  });

  it.each([
    ['a few NUL bytes', 'abc\0def\0\0ghi\0'],
    ['NUL bytes on both sides', '\0\x01\0\x02a\0b\0c\0d\0'],
  ])('refuses %s', (_, text) => {
    expect(() => decodeText({ bytes: new TextEncoder().encode(text), name })).toThrow('it holds binary data');
  });

  it('leaves a single zero out of a long text, and says so', () => {
    const line = 'Ines keeps the lamp and writes down each ship.\n';
    const bytes = new TextEncoder().encode(`${line.repeat(30)}"End of log\0"\n`);
    const { text, warning } = decodeText({ bytes, name });
    expect([text.endsWith('"End of log"\n'), warning]).toEqual([true, '1 zero byte was left out.']);
    const many = new TextEncoder().encode(line.repeat(30).replaceAll('ship', 's\0ip'));
    expect(() => decodeText({ bytes: many, name })).toThrow('it holds binary data');
  });

  it('keeps a text of two encodings, and says how much of the second is lost', () => {
    const bytes = Buffer.concat([
      Buffer.from('Grüße an alle Häuser der Stadt; '.repeat(8)),
      Buffer.from('é', 'latin1'),
    ]);
    const { text, warning } = decodeText({ bytes: new Uint8Array(bytes), name });
    expect(text).toContain('Grüße an alle Häuser');
    expect(warning).toBe('1 character could not be decoded as utf-8.');
  });
});

describe('singleLine and tidyLines', () => {
  it.each(['\u200b harbour', 'harbour \u00ad', '\ufeff\u200b harbour \u2060 '])(
    'leave no space behind a break hint: %j',
    (text) => {
      expect([singleLine(text), tidyLines(text)]).toEqual(['harbour', 'harbour']);
    },
  );
});
