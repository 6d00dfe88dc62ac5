import type { ReadinessCheck } from './readiness.js';

/** Ready while what is kept in a folder can be written: without that no job ends well, and no answer is recorded. */
export function diskCheck(name: string, directory: { readonly probe: () => Promise<void> }): ReadinessCheck {
  return { name, check: () => directory.probe() };
}
