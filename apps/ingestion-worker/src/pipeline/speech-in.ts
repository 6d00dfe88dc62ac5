import type { ParsedUtterance } from '@arbiter/ports';

/**
 * Who speaks between two offsets and when, as metadata of a passage: `speakers` in the order in which they begin, `time_start`
 * and `time_end` in seconds from the beginning of the recording. Empty where nobody speaks there, or no format says it.
 *
 * @param utterances in document order, not overlapping
 */
export function speechIn(
  utterances: readonly ParsedUtterance[] | undefined,
  start: number,
  end: number,
): Readonly<Record<string, unknown>> {
  if (!utterances || utterances.length === 0) return {};
  const spoken: ParsedUtterance[] = [];
  for (let index = firstEndingAfter(utterances, start); index < utterances.length; index++) {
    const utterance = utterances[index];
    if (!utterance || utterance.start >= end) break;
    spoken.push(utterance);
  }
  const speakers = [...new Set(spoken.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
  const from = spoken.find((utterance) => utterance.from !== null)?.from;
  const to = spoken.findLast((utterance) => utterance.to !== null)?.to;
  return {
    ...(speakers.length > 0 && { speakers }),
    ...(from != null && { time_start: from }),
    ...(to != null && { time_end: to }),
  };
}

function firstEndingAfter(utterances: readonly ParsedUtterance[], offset: number): number {
  let [low, high] = [0, utterances.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((utterances[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
