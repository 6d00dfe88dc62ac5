import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SupportCalibration } from '@arbiter/contracts';
import type { CalibrationStore } from '../calibration-store.js';

const live = new AbortController().signal;

/** A calibration for tests. */
export function calibrationOf(domain: string, overrides: Partial<SupportCalibration> = {}): SupportCalibration {
  return {
    domain,
    slope: 1.2,
    offset: -0.3,
    threshold: 0.62,
    pairs: 50,
    fittedAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
  };
}

/** What every CalibrationStore keeps to. `create` gives an empty store for each test. */
export function describeCalibrationStore(
  name: string,
  create: () => CalibrationStore | Promise<CalibrationStore>,
): void {
  describe(`${name}, as a calibration store`, () => {
    let store: CalibrationStore;
    beforeEach(async () => {
      store = await create();
    });

    it('knows none before the first', async () => {
      expect(await store.get('lore', live)).toBeNull();
    });

    it('gives back what was put, to the last digit', async () => {
      const calibration = calibrationOf('lore', { slope: 0.1 + 0.2, offset: -1 / 3 });
      await store.put(calibration, live);
      expect(await store.get('lore', live)).toEqual(calibration);
    });

    it('keeps the last of a domain, and domains apart, also those whose names differ only in case', async () => {
      await store.put(calibrationOf('Lore', { pairs: 50 }), live);
      await store.put(calibrationOf('lore', { pairs: 60 }), live);
      await store.put(calibrationOf('lore', { pairs: 70 }), live);
      expect((await store.get('Lore', live))?.pairs).toBe(50);
      expect((await store.get('lore', live))?.pairs).toBe(70);
    });

    it('takes names of full length', async () => {
      const longest = `A${'b'.repeat(127)}`;
      await store.put(calibrationOf(longest), live);
      expect((await store.get(longest, live))?.domain).toBe(longest);
    });

    it('does nothing under an aborted signal', async () => {
      await expect(store.put(calibrationOf('lore'), AbortSignal.abort())).rejects.toThrow();
      expect(await store.get('lore', live)).toBeNull();
    });
  });
}
