/**
 * Tries patterns in hostile texts and prints, as JSON, what is wrong with them. A process of its own: it can be ended, whatever
 * a pattern does, and V8 compiles patterns worse once a process holds thousands of them.
 *
 * node try-patterns.js < the trial, as JSON
 */
import { text } from 'node:stream/consumers';
import { COMMON_SHAPES, ownShapes } from './hostile-shapes.js';
import { everywhere, overrun } from './pattern-cost.js';

export interface Trial {
  readonly patterns: readonly {
    readonly source: string;
    readonly flags: string;
    readonly madeAt: string;
    /** Of the texts that it is given, in UTF-16 code units. */
    readonly longest: number;
  }[];
  /** Length from which on a longer text is only tried where this one arouses suspicion. */
  readonly enough: number;
}

/** @returns for people: one sentence for a pattern that is too slow */
export function complaintsOf({ patterns, enough }: Trial): string[] {
  return patterns.flatMap(({ source, flags, madeAt, longest }) => {
    const { shapes, isExponential } = ownShapes(source, flags);
    if (isExponential) return [`${madeAt} takes exponential time: ${source}`];
    const pattern = everywhere({ source, flags });
    for (const shape of [...shapes, ...COMMON_SHAPES]) {
      const over = overrun(pattern, shape, longest, Math.min(enough, longest));
      if (over)
        return [`${madeAt} takes ${over.ms.toFixed(0)} ms for ${over.length} of ${JSON.stringify(shape)}: ${source}`];
    }
    return [];
  });
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(JSON.stringify(complaintsOf(JSON.parse(await text(process.stdin)) as Trial)));
