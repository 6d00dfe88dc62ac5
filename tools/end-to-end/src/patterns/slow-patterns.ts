import { analyse } from 'scslre';
import type { CollectedPattern } from './collect-patterns.js';

/** Loops within loops, loops that trade characters, and starts at every character of what a loop passes. */
const ALL = { Self: true, Trade: true, Move: true };

/**
 * Patterns of which the automaton shows that some text takes more than linear time. Loops with a bound are not unrolled, so that
 * nothing here speaks for them: every-pattern.system.spec measures.
 *
 * @returns a line for each
 * @throws SyntaxError for a pattern that is none
 */
export function slowPatterns(patterns: readonly CollectedPattern[]): string[] {
  return patterns.flatMap(({ source, flags, madeAt }) => {
    const { reports } = analyse({ source, flags }, { reportTypes: ALL, maxReports: 1 });
    return reports.map(({ type, character }) => `${madeAt}: ${type} on ${JSON.stringify(character.pick)}: ${source}`);
  });
}
