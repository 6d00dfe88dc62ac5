import { describe, expect, it } from '@jest/globals';
import { InMemoryReader, ScriptedReader, SilentReader } from '@arbiter/ports/testing';
import { NOTHING_READ, passage, questionReaderOf, readingOf } from '../../../test/readings.js';
import { UNLIMITED } from '../../calls/time-budget.js';

const QUESTION = 'Who keeps the lamp?';
const LIGHT = passage('light', 'Mara Fell keeps the lamp.', { title: 'Gull Point', section: ['The light', 'Keepers'] });
const INN = passage('inn', 'A bed costs four pence.');
const call = { signal: new AbortController().signal, time: UNLIMITED };

describe('QuestionReader', () => {
  it('reads the question with each passage under its title and headings, in their order', async () => {
    const reader = new ScriptedReader(({ passage: text }) =>
      text === LIGHT.text ? readingOf(text, 'Mara Fell') : NOTHING_READ,
    );
    const readings = await questionReaderOf(reader).read(QUESTION, [LIGHT, INN], call);
    expect(readings?.map((reading) => reading?.spans.length)).toEqual([1, 0]);
    expect(reader.asked).toEqual([
      { question: QUESTION, headings: 'Gull Point › The light › Keepers', passage: LIGHT.text },
      { question: QUESTION, headings: 'inn', passage: INN.text },
    ]);
  });

  it('keeps null for a passage that the reader cannot read', async () => {
    const sut = questionReaderOf(new ScriptedReader(() => null));
    expect(await sut.read(QUESTION, [LIGHT], call)).toEqual([null]);
    expect(await sut.failures()).toEqual({});
  });

  it('asks nobody where there is no passage', async () => {
    const reader = new InMemoryReader();
    await reader.close();
    const sut = questionReaderOf(reader);
    expect(await sut.read(QUESTION, [], call)).toEqual([]);
    expect(await sut.failures()).toEqual({});
  });

  it('has read nothing where the reader fails, and counts that by its code', async () => {
    const reader = new InMemoryReader();
    await reader.close();
    const sut = questionReaderOf(reader);
    expect(await sut.read(QUESTION, [LIGHT], call)).toBeNull();
    expect(await sut.failures()).toEqual({ UNAVAILABLE: 1 });
  });

  it('counts an error that nobody foresaw as one inside', async () => {
    const sut = questionReaderOf(
      new ScriptedReader(() => {
        throw new TypeError('half of the weights are missing');
      }),
    );
    expect(await sut.read(QUESTION, [LIGHT], call)).toBeNull();
    expect(await sut.failures()).toEqual({ INTERNAL: 1 });
  });

  it('does not wait for a reader past its time', async () => {
    const sut = questionReaderOf(new SilentReader(), 20);
    expect(await sut.read(QUESTION, [LIGHT], call)).toBeNull();
    expect(await sut.failures()).toEqual({ UNAVAILABLE: 1 });
  });

  it('does not begin where the call leaves it no time', async () => {
    const reader = new InMemoryReader();
    const sut = questionReaderOf(reader);
    expect(await sut.read(QUESTION, [LIGHT], { ...call, time: { within: () => 0 } })).toBeNull();
    expect(reader.asked).toEqual([]);
    expect(await sut.failures()).toEqual({ UNAVAILABLE: 1 });
  });

  it("rejects with the caller's reason, which is no failure of the reader", async () => {
    const sut = questionReaderOf(new SilentReader());
    const caller = new AbortController();
    const reading = sut.read(QUESTION, [LIGHT], { ...call, signal: caller.signal });
    caller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    expect(await sut.failures()).toEqual({});
  });
});
