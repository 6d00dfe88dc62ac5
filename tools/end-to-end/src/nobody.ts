import { spawnSync } from 'node:child_process';

/** The user that owns nothing, on Debian as elsewhere. */
export const NOBODY = { uid: 65_534, gid: 65_534 } as const;

/** @returns why a program cannot be run as another user here, or null when it can */
export function reasonAgainstNobody(program: string): string | null {
  if (process.getuid?.() !== 0) return 'this user cannot become another one';
  const probe = spawnSync(process.execPath, ['-e', `require('fs').readFileSync(${JSON.stringify(program)})`], NOBODY);
  return probe.status === 0 ? null : 'the user "nobody" may not read this checkout';
}
