import { describe, expect, it } from '@jest/globals';
import { synthesize, type SynthesizeResponse } from '@arbiter/contracts';
import type { PassageReading } from '@arbiter/ports';
import { ScriptedReader } from '@arbiter/ports/testing';
import { passage, questionReaderOf, readingOf } from '../../test/readings.js';
import { unreadScriptOf } from '../search/unread-script.js';
import { ExtractiveSynthesizer } from './extractive-synthesizer.js';

const { signal } = new AbortController();
const GREENHOUSE = passage('onshitsu', '温室の鍵は中村さんが持っています。温室は毎朝六時に開きます。');
const TEPLICA = passage('teplica', 'Ключ от теплицы хранит Нина. Теплица открыта с шести утра.');
const STAFF = passage('staff', 'The greenhouse key is kept by 中村さん of the night watch.');
const HAUS = passage('haus', 'Den Schlüssel zum Gewächshaus verwahrt Frau Nagel.');

/** Takes the first words of every passage for the answer, as a model does that cannot read it. */
const guessing = (): ScriptedReader =>
  new ScriptedReader(({ passage: text }): PassageReading => readingOf(text, text.slice(0, 12)));

async function ask(
  query: string,
  passages: readonly (typeof STAFF)[],
  scripts = ['Latn'],
): Promise<SynthesizeResponse & { readonly asked: number }> {
  const reader = guessing();
  const unread = unreadScriptOf({ languages: ['en'], scripts });
  const sut = new ExtractiveSynthesizer(questionReaderOf(reader, 50), undefined, undefined, unread);
  const answer = await sut.synthesize({ query, passages: [...passages] }, signal);
  expect(synthesize.output.safeParse(answer).error).toBeUndefined();
  return { ...answer, asked: reader.asked.length };
}

describe('what the models cannot read', () => {
  it.each([
    ['Japanese', '温室の鍵は誰が持っていますか？', GREENHOUSE],
    ['Cyrillic', 'Кто хранит ключ от теплицы?', TEPLICA],
    ['Korean', '온실 열쇠는 누가 가지고 있습니까?', STAFF],
  ])('is no question that is answered, and the answer says why: %s', async (script, query, found) => {
    const { text, reason, asked } = await ask(query, [found]);
    expect([text, asked]).toEqual(['', 0]);
    expect(reason).toBe(
      `The packaged models do not read the ${script} script of the question, so nothing is answered: name a multilingual model (EMBEDDING_MODEL), or search by words.`,
    );
  });

  it('is not quoted to a question that they read', async () => {
    const { text, reason } = await ask('Who keeps the greenhouse key?', [GREENHOUSE, TEPLICA]);
    expect(text).toBe('');
    expect(reason).toContain('the Japanese script of the passages');
    expect((await ask('Who keeps the greenhouse key?', [GREENHOUSE, STAFF])).text).toMatch(/^The greenhouse key/);
  });

  it('is not a name among words that they read, nor a language in letters that they know', async () => {
    expect((await ask('What does 中村さん keep in the greenhouse?', [STAFF])).text).toMatch(/^The greenhouse key/);
    expect((await ask('Wer verwahrt den Schlüssel zum Gewächshaus?', [HAUS])).text).toMatch(/^Den Schlüssel/);
  });

  it('is answered where the model has learnt the script', async () => {
    expect((await ask('Кто хранит ключ от теплицы?', [TEPLICA], ['Latn', 'Cyrl'])).text).toMatch(/^Ключ/);
  });
});
