import { expect, it } from '@jest/globals';
import { Pace } from './pace.js';

const INTERVAL_MS = 30;

function pace() {
  const failures: unknown[] = [];
  return { failures, sut: new Pace(INTERVAL_MS, (error) => failures.push(error)) };
}

const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('shows the first edit at once and of those that wait the last', async () => {
  const { sut } = pace();
  const shown: number[] = [];
  for (const n of [1, 2, 3]) sut.push(() => Promise.resolve(void shown.push(n)));
  expect(shown).toEqual([1]);
  await settle(3 * INTERVAL_MS);
  expect(shown).toEqual([1, 3]);
});

it('goes on after an edit that failed', async () => {
  const { sut, failures } = pace();
  let isShown = false;
  sut.push(() => Promise.reject(new Error('gone')));
  sut.push(() => Promise.resolve(void (isShown = true)));
  await settle(3 * INTERVAL_MS);
  expect([failures.length, isShown]).toEqual([1, true]);
});

it('drops what waits when it is closed, and waits for what is on its way', async () => {
  const { sut } = pace();
  const shown: number[] = [];
  sut.push(async () => {
    await settle(INTERVAL_MS);
    shown.push(1);
  });
  sut.push(() => Promise.resolve(void shown.push(2)));
  await sut.close();
  expect(shown).toEqual([1]);
});
