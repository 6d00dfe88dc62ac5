import { ArbiterError, type ErrorCode } from '@arbiter/contracts';
import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { CircuitBreaker, type CircuitState } from './circuit-breaker.js';

const SETTINGS = { failures: 3, coolDownMs: 1_000, longestCoolDownMs: 3_000 };

function setUp() {
  const clock = new ManualClock();
  const sut = new CircuitBreaker('ollama/llama3.2', clock, SETTINGS);
  const changes: CircuitState[] = [];
  sut.onChange((state) => changes.push(state));
  const fail = (times = 1, code: ErrorCode = 'UNAVAILABLE', details: Record<string, unknown> = {}): void => {
    for (let n = 0; n < times; n++) sut.enter().failed(new ArbiterError(code, 'nobody answers', { details }));
  };
  return { clock, sut, changes, fail };
}

describe('a circuit', () => {
  it('opens after so many failures in a row, and then refuses calls at once, saying why and for how long', () => {
    const { sut, fail, clock } = setUp();
    fail(2);
    expect(sut.state).toBe('closed');
    fail();
    expect(sut.state).toBe('open');
    clock.advance(400);
    expect(() => sut.enter()).toThrow(
      expect.objectContaining({
        code: 'UNAVAILABLE',
        message: expect.stringContaining('nobody answers') as unknown,
        details: { reason: 'circuit-open', retryAfterMs: 600 },
      }),
    );
  });

  it('counts failures in a row only', () => {
    const { sut, fail } = setUp();
    fail(2);
    sut.enter().succeeded();
    fail(2);
    expect(sut.state).toBe('closed');
  });

  it('lets one call try when it has cooled down, and closes when that succeeds', () => {
    const { sut, fail, clock, changes } = setUp();
    fail(3);
    clock.advance(1_000);
    const trial = sut.enter();
    expect(sut.state).toBe('half-open');
    expect(() => sut.enter()).toThrow(/is not asked now/);
    trial.succeeded();
    expect(() => sut.enter()).not.toThrow();
    expect(changes).toEqual(['open', 'half-open', 'closed']);
  });

  it('stays open twice as long each time the trial fails, up to a limit', () => {
    const { sut, fail, clock } = setUp();
    fail(3);
    const waits = [1_000, 2_000, 3_000, 3_000].map((wait) => {
      clock.advance(wait - 1);
      expect(() => sut.enter()).toThrow();
      clock.advance(1);
      fail();
      return sut.state;
    });
    expect(waits).toEqual(['open', 'open', 'open', 'open']);
  });

  it('forgets how long it was open once it has closed', () => {
    const { sut, fail, clock } = setUp();
    fail(3);
    clock.advance(1_000);
    fail();
    clock.advance(2_000);
    sut.enter().succeeded();
    fail(3);
    clock.advance(1_000);
    expect(() => sut.enter()).not.toThrow();
  });

  it('lets the next call try when the trial was given up', () => {
    const { sut, fail, clock } = setUp();
    fail(3);
    clock.advance(1_000);
    sut.enter().left();
    expect(() => sut.enter()).not.toThrow();
  });

  describe('whose server asks for a wait', () => {
    it('grants it after one failure, and then lets all calls through', () => {
      const { sut, fail, clock, changes } = setUp();
      fail(1, 'RATE_LIMITED', { retryAfterMs: 60_000 });
      clock.advance(59_999);
      expect(() => sut.enter()).toThrow(
        expect.objectContaining({ details: { reason: 'circuit-open', retryAfterMs: 1 } }),
      );
      clock.advance(1);
      sut.enter();
      expect(() => sut.enter()).not.toThrow();
      expect(changes).toEqual(['open', 'closed']);
    });

    it('grants no more than an hour', () => {
      const { sut, fail, clock } = setUp();
      fail(1, 'RATE_LIMITED', { retryAfterMs: 86_400_000 });
      clock.advance(3_600_000);
      expect(() => sut.enter()).not.toThrow();
    });

    it('counts the failure like any other where the wait is short', () => {
      const { sut, fail } = setUp();
      fail(2, 'OVERLOADED', { retryAfterMs: 1_000 });
      expect(sut.state).toBe('closed');
      fail(1, 'OVERLOADED', { retryAfterMs: 1_000 });
      expect(sut.state).toBe('open');
    });

    it('tests an outage that follows, like any other', () => {
      const { sut, fail, clock } = setUp();
      fail(1, 'RATE_LIMITED', { retryAfterMs: 60_000 });
      clock.advance(60_000);
      fail(3);
      clock.advance(1_000);
      sut.enter();
      expect(sut.state).toBe('half-open');
    });
  });

  it.each<[string, ErrorCode, Record<string, unknown>]>([
    ['a request that is refused', 'INVALID_REQUEST', {}],
    ['a call that was cancelled', 'CANCELLED', {}],
    ['an answer that is no JSON', 'UNAVAILABLE', { reason: 'malformed-output' }],
  ])('does not open for %s', (_, code, details) => {
    const { sut, fail } = setUp();
    fail(10, code, details);
    expect(sut.state).toBe('closed');
  });

  it('does not open for what is no error of the server', () => {
    const { sut } = setUp();
    for (let n = 0; n < 10; n++) sut.enter().failed(new TypeError('a bug of ours'));
    expect(sut.state).toBe('closed');
  });

  it.each<ErrorCode>(['OVERLOADED', 'RATE_LIMITED', 'DEADLINE_EXCEEDED', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'])(
    'opens for %s',
    (code) => {
      const { sut, fail } = setUp();
      fail(3, code);
      expect(sut.state).toBe('open');
    },
  );
});
