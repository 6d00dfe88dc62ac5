import type { EffectiveConfiguration } from '../library/standalone.module.js';
import type { Colours } from '../terminal/terminal.js';

/** `NAME=value  (origin)`, one line per variable: what is before the brackets can be pasted into a shell. */
export function renderConfiguration({ file, variables }: EffectiveConfiguration, colours: Colours): string {
  const lines = variables.map(({ name, value, origin }) => ({ assignment: `${name}=${value ?? ''}`, origin }));
  const width = Math.max(0, ...lines.map(({ assignment }) => assignment.length));
  return [
    colours.dim(`# file: ${file ?? 'none'}`),
    ...lines.map(({ assignment, origin }) => `${assignment.padEnd(width)}  ${colours.dim(`(${origin})`)}`),
    '',
  ].join('\n');
}
