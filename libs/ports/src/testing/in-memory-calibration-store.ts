import type { SupportCalibration } from '@arbiter/contracts';
import type { CalibrationStore } from '../calibration-store.js';
import { answer } from './answer.js';

export class InMemoryCalibrationStore implements CalibrationStore {
  readonly #calibrations = new Map<string, SupportCalibration>();

  get(domain: string, signal: AbortSignal): Promise<SupportCalibration | null> {
    return answer(signal, () => structuredClone(this.#calibrations.get(domain) ?? null));
  }

  put(calibration: SupportCalibration, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#calibrations.set(calibration.domain, structuredClone(calibration));
    });
  }
}
