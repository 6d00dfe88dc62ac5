import type { SupportCalibration } from '@arbiter/contracts';

/** What labelled claims have taught, one calibration a domain. Names are safe in file names (contracts' CollectionName). */
export interface CalibrationStore {
  /** @returns null where the domain has none: the shipped one holds */
  get(domain: string, signal: AbortSignal): Promise<SupportCalibration | null>;
  /** Takes the place of the one that `calibration.domain` has. @throws ArbiterError FORBIDDEN where it may not be kept */
  put(calibration: SupportCalibration, signal: AbortSignal): Promise<void>;
}
