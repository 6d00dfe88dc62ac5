import { describe, expect, it } from '@jest/globals';
import { unreadScriptOf } from './unread-script.js';

const unread = unreadScriptOf({ languages: ['en'], scripts: ['Latn'] });

describe('what a model of Latin script cannot read', () => {
  it.each([
    ['Japanese', '灯台守は誰ですか'],
    ['Japanese', 'Harbour Handbookの灯台守はどこに住んでいますか'],
    ['Korean', '등대지기는 어디에 삽니까?'],
    ['Chinese', '灯塔看守人住在哪里？'],
    ['Cyrillic', 'Кто живёт на маяке Gull Point?'],
    ['Greek', 'Ποιος φυλάει τον φάρο;'],
    ['Arabic', 'مَن هو حارس المنارة؟'],
    ['Hebrew', 'מי שומר על המגדלור?'],
    ['Thai', 'ใครดูแลประภาคาร'],
    ['Devanagari', 'दीपस्तंभ की देखभाल कौन करता है?'],
    ['foreign', 'ვინ უვლის შუქურას?'],
  ])('is told by the name of its script: %s, %s', (script, text) => {
    expect(unread(text)).toBe(script);
  });

  it.each([
    'Wer hütet die Lampe, und wie heißt er?',
    'Ai giữ ngọn hải đăng?',
    'Who is 山田太郎?',
    'Where does Иван Петров work?',
    'The fish book calls it 鮪 (まぐろ), which is tuna.',
    'effect of β on μ-opioid receptors',
    '045-1234 🏮 — "…"',
    '',
  ])('is no text that words of its script make most of: %s', (text) => {
    expect(unread(text)).toBeNull();
  });

  it('is nothing where it is not known what the model has learnt, nor where it has learnt the script', () => {
    expect(unreadScriptOf(null)('灯台守は誰ですか')).toBeNull();
    const multilingual = unreadScriptOf({ languages: ['en', 'ru', 'ja'], scripts: ['Latn', 'Cyrl', 'Hira', 'Hani'] });
    expect([multilingual('Кто хранит ключ?'), multilingual('鍵は誰のですか'), multilingual('열쇠는 어디?')]).toEqual([
      null,
      null,
      'Korean',
    ]);
  });

  it('reads no more of a huge text than its beginning', () => {
    expect(unread(`Who keeps it? ${'鍵'.repeat(200_000)}`)).toBe('Chinese');
    expect(unread(`${'Who keeps the key? '.repeat(200)}${'鍵'.repeat(200_000)}`)).toBeNull();
  });
});
