import { describe, expect, it } from '@jest/globals';
import { estimateTokens } from '@arbiter/text';
import { Environment } from './environment.js';
import { Result } from './tool-output.js';

function chunks(count: number, name = 'results', words = 40): Result {
  const objects = Array.from({ length: count }, (_, i) => ({
    id: `${name}-${i}`,
    text: 'lighthouse keeper '.repeat(words / 2),
  }));
  return new Result({ objects, name, metadata: { query: 'lamp' }, llmMessage: 'Found {num_objects} for {query}.' });
}

describe('Environment', () => {
  it('is empty until a tool has found something', () => {
    const environment = new Environment();
    expect(environment.isEmpty()).toBe(true);
    environment.add('vector-search', chunks(0));
    expect(environment.isEmpty()).toBe(true);
    environment.add('vector-search', chunks(1));
    expect(environment.isEmpty()).toBe(false);
  });

  it('finds by tool, and by name within it, oldest first', () => {
    const environment = new Environment();
    environment.add('vector-search', chunks(1, 'a'));
    environment.add('expand', chunks(2, 'a'));
    environment.add('vector-search', chunks(3, 'b'));
    environment.add('vector-search', chunks(4, 'a'));
    expect(environment.find('vector-search').map(({ objects }) => objects.length)).toEqual([1, 3, 4]);
    expect(environment.find('vector-search', 'a').map(({ objects }) => objects.length)).toEqual([1, 4]);
    expect(environment.find('summarize')).toEqual([]);
  });

  it('is published as tool, then name, then results', () => {
    const environment = new Environment();
    environment.add('vector-search', chunks(1, 'a'));
    expect(environment.toJSON().environment['vector-search']?.a).toMatchObject([
      { objects: [{ id: 'a-0' }], metadata: { query: 'lamp' }, message: 'Found 1 for lamp.' },
    ]);
  });

  it('comes back from its snapshot as it was, order and hidden part included', () => {
    const environment = new Environment();
    environment.add('expand', chunks(1, 'old'));
    environment.archive();
    environment.add('vector-search', chunks(1, 'b'));
    environment.add('expand', chunks(1, 'a'));
    environment.hide('spans', [1, 2]);
    const restored = Environment.restore(JSON.parse(JSON.stringify(environment)));
    expect(restored.visible().map(({ name }) => name)).toEqual(['b', 'a']);
    expect(restored.archivedResults().map(({ name }) => name)).toEqual(['old']);
    expect(restored.hidden('spans')).toEqual([1, 2]);
    restored.add('expand', chunks(1, 'c'));
    expect(restored.visible().at(-1)?.sequence).toBe(4);
  });

  it('forgets one tool, or all', () => {
    const environment = new Environment();
    environment.add('a', chunks(1));
    environment.add('b', chunks(1));
    environment.clear('a');
    expect(environment.visible().map(({ tool }) => tool)).toEqual(['b']);
    environment.clear();
    expect(environment.isEmpty()).toBe(true);
  });
});

describe('what a model reads of an environment', () => {
  it('is all of it, newest first, where that fits', () => {
    const environment = new Environment();
    environment.add('vector-search', chunks(1, 'first'));
    environment.add('expand', chunks(2, 'second'));
    const context = environment.toLlmContext(10_000);
    expect(context.indexOf('[expand / second] Found 2 for lamp.')).toBe(0);
    expect(context).toContain('"first-0"');
    expect(context).not.toContain('left out');
    expect(estimateTokens(context)).toBeLessThanOrEqual(environment.estimateTokens());
  });

  it('shows no hidden value and nothing that was archived', () => {
    const environment = new Environment();
    environment.add('expand', chunks(1, 'archived'));
    environment.archive();
    environment.hide('key', 'secret span');
    environment.add('expand', chunks(1, 'visible'));
    expect(environment.toLlmContext(10_000)).toMatch(/visible/);
    expect(environment.toLlmContext(10_000)).not.toMatch(/archived|secret/);
  });

  it('gives a tool that found little all of its room, and cuts the one that found much', () => {
    const environment = new Environment();
    environment.add('small', chunks(1, 'little'));
    environment.add('large', chunks(60, 'much'));
    const context = environment.toLlmContext(800);
    expect(context).toContain('"little-0"');
    expect(context).toContain('"much-0"');
    expect(context).not.toContain('"much-59"');
    expect(context).toMatch(/left out or cut for want of room: \d+ of 61 objects; 0 of 2 results/);
  });

  it('shows the beginning of an object that is larger than all the room', () => {
    const environment = new Environment();
    environment.add('fetch-document', chunks(1, 'book', 5_000));
    const context = environment.toLlmContext(300);
    expect(context).toContain('"book-0","text":"lighthouse keeper');
    expect(context).toContain('…');
    expect(context).toContain('1 of 1 objects');
  });

  it('drops the oldest results of a tool when there is no room for all', () => {
    const environment = new Environment();
    for (let i = 0; i < 40; i += 1) environment.add('vector-search', chunks(2, `run${i}`));
    const context = environment.toLlmContext(400);
    expect(context).toContain('run39');
    expect(context).not.toContain('run0-');
    expect(context).toMatch(/3\d of 40 results not shown/);
  });

  it.each([0, 5, 20, 40, 60, 100, 150, 250, 400, 1_000, 3_000, 10_000])('never takes more than %d tokens', (bound) => {
    const environment = new Environment();
    environment.add('a', chunks(12, 'x'));
    environment.add('b', new Result({ objects: [{ text: '灯台守の日記'.repeat(30) }, { n: 12345.678 }], name: 'y' }));
    environment.add('c', new Result({ objects: [], llmMessage: 'a long remark '.repeat(200) }));
    for (let i = 0; i < 9; i += 1) environment.add('a', chunks(i, `z${i}`, 6 * i));
    expect(estimateTokens(environment.toLlmContext(bound))).toBeLessThanOrEqual(bound);
  });
});
