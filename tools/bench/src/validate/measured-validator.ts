import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate, type ValidationResult } from '@arbiter/contracts';
import { startStandalone, type Standalone } from '@arbiter/standalone';
import type { ReadingMatter } from './reading-matter.js';

/** The validator with its defaults, as it stands in one process with the other arms, over an empty library. */
export class MeasuredValidator {
  private constructor(
    private readonly standalone: Standalone,
    private readonly cwd: string,
  ) {}

  static async start(): Promise<MeasuredValidator> {
    const cwd = await mkdtemp(join(tmpdir(), 'arbiter-bench-validate-'));
    const env = { LOG_LEVEL: 'fatal', VALIDATION_LOG: 'false' };
    return new MeasuredValidator(await startStandalone({ env, cwd, http: false }), cwd);
  }

  validate(matter: ReadingMatter): Promise<ValidationResult> {
    return this.standalone.client.request(validate, { ...matter, sources: [...matter.sources] });
  }

  async close(): Promise<void> {
    await this.standalone.close();
    await rm(this.cwd, { recursive: true });
  }
}
