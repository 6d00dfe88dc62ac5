import { describe, expect, it } from '@jest/globals';
import { graphOf, logOf, statusIn, TOWN, worldOf } from '../../test/towns.js';
import { cardOf } from './card.js';

const graph = graphOf();
const mill = graph.nodeOf('grey-mill')!;
/** Each document as one sentence. */
const SENTENCES = TOWN.map(({ id, text }) => ({ documentId: id, start: 0, end: text.length, text }));

describe('a card', () => {
  it('puts name, standing, relations, definition and sentences side by side', () => {
    const world = worldOf(graph, logOf(statusIn(2, 'orsolya-beck', 'dead')));
    const { name, text, sentences } = cardOf(world, mill, SENTENCES);
    expect(name).toBe('Grey Mill');
    expect(text).toMatch(/^Grey Mill.* is a place\. Grey Mill is closed since session 2/);
    expect(new Set(sentences.map(({ source }) => source.kind))).toEqual(
      new Set(['name', 'standing', 'relation', 'definition', 'sentence']),
    );
    // Whoever kept it is dead: the relation has ended.
    const relations = sentences.filter(({ source }) => source.kind === 'relation');
    expect(relations.map((sentence) => sentence.text)).toEqual(['Great Wheel is located in Grey Mill.']);
  });

  it('says where each sentence lies in it, and each once', () => {
    const { text, sentences } = cardOf(worldOf(graph), mill, [...SENTENCES, ...SENTENCES]);
    for (const sentence of sentences) expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text);
    expect(new Set(sentences.map((sentence) => sentence.text)).size).toBe(sentences.length);
  });

  it('holds no more than a reader reads, and no sentence about others', () => {
    const long = SENTENCES.map((sentence) => ({ ...sentence, text: `${sentence.text} `.repeat(400) }));
    for (const node of graph.entities.keys()) {
      const { text, sentences } = cardOf(worldOf(graph), node, long);
      expect(text.length).toBeLessThanOrEqual(1_100);
      expect(sentences.filter(({ source }) => source.kind === 'sentence')).toEqual([]);
    }
    const elsewhere = [{ documentId: 'no such document', start: 0, end: 9, text: 'Not here.' }];
    expect(cardOf(worldOf(graph), mill, elsewhere).text).not.toContain('Not here.');
    expect(() => cardOf(worldOf(graph), 99, [])).toThrow(RangeError);
  });
});
