import type { PackFinding, PackInspection } from '@arbiter/standalone/domains';
import { counted } from './counted.js';
import type { Colours } from '../terminal/terminal.js';

/** What is wrong with a pack, with places as editors open them, and what to do about each. */
export function renderInspection({ folder, findings }: PackInspection, colours: Colours): string {
  if (findings.length === 0) return `${colours.green('✓')} ${folder}: nothing is wrong with it.\n`;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  return [
    ...findings.map((finding) => renderFinding(finding, colours)),
    `${counted(errors, 'error')}, ${counted(warnings, 'warning')}\n`,
  ].join('\n');
}

function renderFinding({ severity, file, line, column, problem, fix }: PackFinding, colours: Colours): string {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  const mark = severity === 'error' ? colours.red('error') : colours.dim('warning');
  return `${place}  ${mark}\n  ${problem}\n  ${fix}\n`;
}
