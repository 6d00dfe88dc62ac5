import { ERROR_TABLE } from '@arbiter/contracts';
import type { Outcome } from './steady-load.js';

/** What a scenario showed. */
export interface Row {
  readonly scenario: string;
  readonly requests: number;
  /** Requests that a load balancer had to send once more. */
  readonly repeated: number;
  /** Code to count, of all requests that were not answered whole. */
  readonly failures: Readonly<Record<string, number>>;
  /** From the moment at which the cause was over to the end of the last failure; 0 when none came after it. */
  readonly recoveryMs: number;
  readonly longestMs: number;
  /** Promises that did not hold; empty is what everybody wants. */
  readonly broken: readonly string[];
  /** Whatever else is worth knowing, or why it was skipped. */
  readonly note: string;
}

export interface Promises {
  /** Codes with which requests may fail; everything else breaks the promise. */
  readonly mayFailWith: readonly string[];
  /** Longest time until the last failure after the cause was over. */
  readonly recoveryMs: number;
  /** Longest wait of one client. */
  readonly longestMs: number;
}

/** What a client may be told while something is broken: that the server cannot, and never that the request is at fault. */
export const TYPED: readonly string[] = Object.entries(ERROR_TABLE).flatMap(([code, { status }]) =>
  status >= 500 && code !== 'INTERNAL' ? [code] : [],
);

export interface Observed {
  readonly scenario: string;
  readonly outcomes: readonly Outcome[];
  readonly repeated?: number;
  /** When the cause was over, in monotonic milliseconds. */
  readonly overAt: number;
  readonly note?: string;
  readonly broken?: readonly string[];
}

/** Counts what clients saw and holds it against what was promised. */
export function rowOf(
  { scenario, outcomes, repeated = 0, overAt, note = '', broken = [] }: Observed,
  promises: Promises,
): Row {
  const failures: Record<string, number> = {};
  let recoveryMs = 0;
  let longestMs = 0;
  for (const { code, startedAt, endedAt } of outcomes) {
    longestMs = Math.max(longestMs, endedAt - startedAt);
    if (code === 'OK') continue;
    failures[code] = (failures[code] ?? 0) + 1;
    recoveryMs = Math.max(recoveryMs, endedAt - overAt);
  }
  const answered = outcomes.filter(({ code, startedAt }) => code === 'OK' && startedAt > overAt).length;
  const unexpected = Object.keys(failures).filter((code) => !promises.mayFailWith.some((may) => code.startsWith(may)));
  return {
    scenario,
    requests: outcomes.length,
    repeated,
    failures,
    recoveryMs: Math.round(recoveryMs),
    longestMs: Math.round(longestMs),
    broken: [
      ...broken,
      ...unexpected.map((code) => `${failures[code] ?? 0} × ${code}`),
      ...(recoveryMs > promises.recoveryMs ? [`recovered after ${Math.round(recoveryMs)} ms`] : []),
      ...(longestMs > promises.longestMs ? [`a client waited ${Math.round(longestMs)} ms`] : []),
      ...(answered === 0 ? ['nothing was answered afterwards'] : []),
    ],
    note,
  };
}

export function skipped(scenario: string, why: string): Row {
  return {
    scenario,
    requests: 0,
    repeated: 0,
    failures: {},
    recoveryMs: 0,
    longestMs: 0,
    broken: [],
    note: `skipped: ${why}`,
  };
}

/** @returns a line for people */
export function lineOf({ scenario, requests, repeated, failures, recoveryMs, longestMs, broken, note }: Row): string {
  const failed = Object.entries(failures).map(([code, count]) => `${count} ${code}`);
  const cells = [
    scenario,
    `${requests} requests`,
    `${repeated} repeated`,
    failed.length === 0 ? 'none failed' : failed.join(', '),
    `recovered in ${recoveryMs} ms`,
    `longest ${longestMs} ms`,
    broken.length === 0 ? 'kept' : `BROKEN: ${broken.join('; ')}`,
    ...(note === '' ? [] : [note]),
  ];
  return `${cells.join(' | ')}\n`;
}
