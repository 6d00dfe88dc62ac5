import { describe, expect, it } from '@jest/globals';
import { instantOf, periodOf } from './sortable-values.js';

const DAY = 86_400_000;

describe('periodOf', () => {
  it.each([
    ['2024', '2024-01-01T00:00:00Z', 366 * DAY],
    ['2023', '2023-01-01T00:00:00Z', 365 * DAY],
    ['2024-02', '2024-02-01T00:00:00Z', 29 * DAY],
    ['2024-12', '2024-12-01T00:00:00Z', 31 * DAY],
    ['2024-12-31', '2024-12-31T00:00:00Z', DAY],
    ['0079-08-24', '0079-08-24T00:00:00Z', DAY],
    ['2024-03-15T08:00Z', '2024-03-15T08:00:00Z', 1],
    ['2024-03-15 08:00:30.25+02:00', '2024-03-15T06:00:30.250Z', 1],
    ['2024-03-15T23:30:00-0130', '2024-03-16T01:00:00Z', 1],
    ['2024-03-15T08:00:00', '2024-03-15T08:00:00Z', 1],
  ])('reads %s', (text, start, length) => {
    expect(periodOf(text)).toEqual({ start: Date.parse(start), end: Date.parse(start) + length });
  });

  it.each([
    '',
    'soon',
    '24-03-15',
    '2024-3-15',
    '2024-13',
    '2024-02-30',
    '2024-03-15T25:00',
    '2024-03-15x',
    '15.03.2024',
  ])('finds no date in %j', (text) => {
    expect(periodOf(text)).toBeNull();
    expect(instantOf(text)).toBeNull();
  });
});
