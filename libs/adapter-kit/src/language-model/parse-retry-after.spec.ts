import { describe, expect, it } from '@jest/globals';
import { parseRetryAfter } from './vendor-error.js';

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

describe('parseRetryAfter', () => {
  it.each([
    ['seconds', '20', 20_000],
    ['a fraction of a second', '0.25', 250],
    ['no time at all', '0', 0],
    ['an HTTP date', 'Thu, 01 Jan 2026 12:00:30 GMT', 30_000],
    ['a date of RFC 850', 'Thursday, 01-Jan-26 12:01:00 GMT', 60_000],
    ['a date that has passed', 'Thu, 01 Jan 2026 11:59:00 GMT', 0],
  ])('reads %s', (_, header, milliseconds) => {
    expect(parseRetryAfter(header, NOW)).toBe(milliseconds);
  });

  it.each([null, '', 'soon', '-5', '2026-01-01', '1e9', 'Thu, 99 Jan 2026', '9'.repeat(70)])(
    'makes nothing of %p',
    (header) => {
      expect(parseRetryAfter(header, NOW)).toBeNull();
    },
  );
});
