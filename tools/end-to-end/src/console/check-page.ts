import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenedPage } from './browser.js';

interface AxeViolation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe is asked for in the page, where its script has set it. */
declare const axe: { run(): Promise<{ readonly violations: readonly AxeViolation[] }> };

const GRAVE = new Set(['serious', 'critical']);
const axeSource = (): string => readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What is wrong with an opened page as it stands, a line each: grave violations that axe finds, complaints of the browser, and
 * requests to other hosts.
 *
 * @param expected complaints that the test itself brings about, such as those of a server that was killed
 */
export async function faultsOf({ page, complaints }: OpenedPage, expected?: RegExp): Promise<string[]> {
  // The policy of the page refuses script elements, not what its debugger evaluates.
  await page.evaluate(axeSource());
  const { violations } = await page.evaluate(() => axe.run());
  return [
    ...violations
      .filter(({ impact }) => GRAVE.has(impact ?? ''))
      .map(
        ({ id, nodes }) =>
          `axe: ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('; ')}`,
      ),
    ...complaints.said.filter((line) => !expected?.test(line)).map((line) => `said: ${line}`),
    ...complaints.strangers.map((address) => `stranger: ${address}`),
  ];
}
