export interface PageRange {
  /** "Page 3", "Pages 5 to 9". */
  readonly text: string;
  readonly many: boolean;
}

/** Neighbouring numbers as one range. @param numbers ascending */
export function pageRanges(numbers: readonly number[]): PageRange[] {
  const found: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.to === number - 1) last.to = number;
    else found.push({ from: number, to: number });
  }
  return found.map(({ from, to }) =>
    from === to ? { text: `Page ${from}`, many: false } : { text: `Pages ${from} to ${to}`, many: true },
  );
}
