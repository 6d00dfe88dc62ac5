import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError, SupportCalibration, parseJson } from '@arbiter/contracts';
import type { CalibrationStore } from '@arbiter/ports';
import { fromFilesystemError } from '../filesystem-error.js';
import { fileNameOf } from '../paths.js';
import { PRIVATE_FOLDER, writeFileAtomically } from '../private-files.js';
import { nullWhenMissing } from '../read-text-file.js';

export interface FilesystemCalibrationStoreOptions {
  /** Folder that holds a file for each domain; made with the first. */
  readonly path: string;
  /** False for a reader, which leaves nothing behind. */
  readonly writable: boolean;
}

/**
 * One JSON file per domain. They are read anew for every use, so that a calibration holds in all processes from then on;
 * each is written whole or not at all, and of two that write at once the last wins.
 */
export class FilesystemCalibrationStore implements CalibrationStore {
  constructor(private readonly options: FilesystemCalibrationStoreOptions) {}

  /** @throws ArbiterError UNAVAILABLE for a file that is damaged: the shipped calibration is no silent substitute */
  async get(domain: string, signal: AbortSignal): Promise<SupportCalibration | null> {
    signal.throwIfAborted();
    const path = this.#pathOf(domain);
    const text = await nullWhenMissing(() => readFile(path, 'utf8')).catch((error: unknown) => {
      throw fromFilesystemError(error, path, 'data');
    });
    if (text === null) return null;
    const calibration = SupportCalibration.safeParse(parseJson(text));
    if (calibration.success) return calibration.data;
    throw new ArbiterError(
      'UNAVAILABLE',
      `The calibration of "${domain}" is damaged: fit it again with arbiter calibrate.`,
      {
        details: { domain },
        cause: calibration.error,
      },
    );
  }

  async put(calibration: SupportCalibration, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { path, writable } = this.options;
    if (!writable) throw new ArbiterError('FORBIDDEN', 'Calibrations are open for reading only.');
    const target = this.#pathOf(calibration.domain);
    try {
      await mkdir(path, { recursive: true, ...PRIVATE_FOLDER });
      await writeFileAtomically(target, `${JSON.stringify(calibration)}\n`, join(path, `.${randomUUID()}.tmp`));
    } catch (error) {
      throw fromFilesystemError(error, target, 'data');
    }
  }

  #pathOf(domain: string): string {
    // A name whose escaped form would be too long is written by its hash; nothing lists calibrations by name.
    const name = fileNameOf(domain) ?? `%${createHash('sha256').update(domain).digest('hex')}`;
    return join(this.options.path, `${name}.json`);
  }
}
