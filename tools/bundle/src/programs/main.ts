import { installPrograms } from './programs.js';

try {
  process.stdout.write(`${(await installPrograms()).join('\n')}\n`);
} catch (error) {
  const reason = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
  // Specs that need a program are skipped and say so: no reason to stop what else is checked.
  process.stdout.write(`Compose file, chart and manifests are not checked by their own programs: ${reason ?? ''}\n`);
}
