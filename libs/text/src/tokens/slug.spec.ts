import { describe, expect, it } from '@jest/globals';
import { slugOf } from './slug.js';

describe('slugOf', () => {
  it.each([
    ['The Drowned Heron', 'the-drowned-heron'],
    ["Drover's Road", 'drovers-road'],
    ['Café  Léon (quay)', 'cafe-leon-quay'],
    ['RM-2261', 'rm-2261'],
    ['Старый порт', 'старыи-порт'],
    [' – ', ''],
  ])('writes %j as %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});
