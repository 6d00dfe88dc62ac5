import type { EvidenceChoice, EvidenceComparison, EvidenceWindow } from '@arbiter/grounding';

/** Windows that are encoded for one validation: some 8,000 word pieces, a second on two cores. */
export const MOST_WINDOWS = 80;

/**
 * The windows that claims need, each once. Where they are too many, every claim gets the one that holds its nearest
 * sentence before any gets another.
 */
export function chooseWindows(comparison: EvidenceComparison, choices: readonly EvidenceChoice[]): EvidenceWindow[] {
  const needed = choices.map((choice) => {
    const { sentence } = choice.nearest;
    const nearest = sentence ? comparison.windows.holding(sentence) : undefined;
    return [...new Set([...(nearest ? [nearest] : []), ...comparison.windowsOf(choice)])];
  });
  const chosen = new Set<EvidenceWindow>();
  const longest = needed.reduce((most, { length }) => Math.max(most, length), 0);
  for (let rank = 0; rank < longest && chosen.size < MOST_WINDOWS; rank++) {
    for (const windows of needed) {
      const window = windows[rank];
      if (window && chosen.size < MOST_WINDOWS) chosen.add(window);
    }
  }
  return [...chosen];
}
