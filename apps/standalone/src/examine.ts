import type { DoctorFinding } from './examine-stores.js';
import type { StandaloneOptions } from './standalone.options.js';

/** Looks at everything Arbiter runs on; never throws for what it finds. Loaded when wanted: it knows every adapter. */
export async function examine(options: Pick<StandaloneOptions, 'env' | 'cwd'>): Promise<DoctorFinding[]> {
  const doctor = await import('./doctor.js');
  return doctor.examine(options);
}
