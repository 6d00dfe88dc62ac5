import type { PageBox, PageRegion } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { regionOf } from './region-of.js';

const box = (left: number, top: number, right: number, bottom: number): PageBox => ({ left, top, right, bottom });
const region = (kind: PageRegion['kind'], confidence: number, at: PageBox): PageRegion => ({
  kind,
  confidence,
  box: at,
});
/** Lines of words below each other, from the left margin to the middle. */
const lines = (top: number, count: number): PageBox[] =>
  Array.from({ length: count }, (_, at) => box(0.1, top + at * 0.02, 0.5, top + at * 0.02 + 0.015));

const FIGURE = region('figure', 0.7, box(0.05, 0.1, 0.95, 0.4));
const TABLE = region('table', 0.9, box(0.05, 0.6, 0.95, 0.9));
const TEXT = region('text', 0.95, box(0.05, 0.1, 0.95, 0.4));

describe('regionOf', () => {
  it('is the region that holds most of the boxes', () => {
    expect(regionOf([...lines(0.2, 2), ...lines(0.7, 3)], [FIGURE, TABLE])).toBe(TABLE);
    expect(regionOf([...lines(0.2, 3), ...lines(0.7, 2)], [FIGURE, TABLE])).toBe(FIGURE);
  });

  it('is nothing where none holds at least half', () => {
    expect(regionOf([...lines(0.2, 1), ...lines(0.45, 2)], [FIGURE, TABLE])).toBeNull();
    expect(regionOf([...lines(0.2, 1), ...lines(0.45, 1)], [FIGURE, TABLE])).toBe(FIGURE);
    expect(regionOf([], [FIGURE])).toBeNull();
    expect(regionOf(lines(0.2, 1), [])).toBeNull();
  });

  it('prefers a figure or table to a text that holds as many, but not to one that holds more', () => {
    expect(regionOf(lines(0.2, 4), [TEXT, FIGURE])).toBe(FIGURE);
    const page = region('text', 0.6, box(0, 0, 1, 1));
    expect(regionOf([...lines(0.2, 3), ...lines(0.45, 2)], [FIGURE, page])).toBe(page);
  });

  it('takes figure and table for one: of two that hold as many it is the more certain', () => {
    const table = region('table', 0.6, FIGURE.box);
    for (const regions of [
      [FIGURE, table],
      [table, FIGURE],
    ])
      expect(regionOf(lines(0.2, 2), regions)).toBe(FIGURE);
    const figure = region('figure', 0.5, FIGURE.box);
    expect(regionOf(lines(0.2, 2), [figure, table])).toBe(table);
  });

  it('counts a box that stands out of a region where its middle is in it', () => {
    expect(regionOf([box(0, 0.3, 0.4, 0.4)], [FIGURE])).toBe(FIGURE);
    expect(regionOf([box(0.1, 0.35, 0.4, 0.5)], [FIGURE])).toBeNull();
    expect(regionOf([box(0.2, 0.2, 0.2, 0.2)], [FIGURE])).toBe(FIGURE);
  });
});
