// What `@jest/globals` is to specs. hooks.mjs loads it once for every file that imports it.
import { ModernFakeTimers } from '@jest/fake-timers';

const { setTimeout, clearTimeout } = globalThis;

/**
 * A guard against hangs, which the runner has not; no measure. It is far above what any test takes on an idle machine, since a busy
 * one may take ten times as long, and the stand-in of a store answers some requests in tens of milliseconds.
 */
const LIMIT_MS = 900_000;

// A server that a spec starts in this process keeps its files private from then on: the next spec begins as a shell does.
process.umask(0o022);

export const { expect, describe } = globalThis;
export const [beforeAll, beforeEach, afterAll, afterEach] = ['beforeAll', 'beforeEach', 'afterAll', 'afterEach'].map(
  (hook) => (fn, limitMs) => globalThis[hook](limited(hook, fn, limitMs)),
);
export const it = Object.assign(one(globalThis.it), {
  each: each(globalThis.it.each),
  skip: Object.assign(one(globalThis.it.skip), { each: each(globalThis.it.skip.each) }),
  only: Object.assign(one(globalThis.it.only), { each: each(globalThis.it.only.each) }),
  todo: globalThis.it.todo,
});
export const test = it;

const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
/** Mocks of functions as the runner has them, and timers with their options, which it has not. */
export const jest = {
  fn: globalThis.jest.fn,
  spyOn: globalThis.jest.spyOn,
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
};

function one(register) {
  return (name, fn, limitMs) => register(name, limited(name, fn, limitMs));
}

function each(register) {
  return (...table) => one(register(...table));
}

/** fn, failing once it has taken longer than it may. It takes no `done`: tests return promises. */
function limited(name, fn, limitMs = LIMIT_MS) {
  return async (...given) => {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`"${name}" took longer than ${limitMs} ms.`)), limitMs);
    });
    try {
      await Promise.race([fn(...given), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
