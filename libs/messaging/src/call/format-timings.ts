/** A token of RFC 9110, which a metric's name must be. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Durations as the annotation `timing` holds them, in the grammar of Server-Timing: `encode;dur=3.1, vector;dur=12`.
 *
 * @param durations stage to milliseconds, rounded here to tenths; in the order in which they are to be shown
 * @throws RangeError when a stage's name is no HTTP token, or a duration is not a finite number from 0
 */
export function formatTimings(durations: Readonly<Record<string, number>>): string {
  return Object.entries(durations)
    .map(([stage, milliseconds]) => {
      if (!TOKEN.test(stage)) throw new RangeError(`stage "${stage}" is no HTTP token`);
      if (!(milliseconds >= 0 && milliseconds < Infinity)) {
        throw new RangeError(`duration of "${stage}" must be finite and not negative, got ${milliseconds}`);
      }
      return `${stage};dur=${Math.round(milliseconds * 10) / 10}`;
    })
    .join(', ');
}
