import { compareCodeUnits } from '@arbiter/contracts';

/** Names that are told in a warning; the rest is counted. */
const TOLD = 10;
/** A hostile file must not fill the memory with names. */
const MAX_NAMES = 1_000;
const OTHERS = 'others';
const MAX_NAME_LENGTH = 60;

/** What a file held that was left out, by name. */
export class UnknownCounts {
  private readonly counts = new Map<string, number>();

  add(name: string): void {
    const short = name.slice(0, MAX_NAME_LENGTH);
    const key = this.counts.has(short) || this.counts.size < MAX_NAMES ? short : OTHERS;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** @returns one sentence, the most frequent first; undefined when everything was known */
  warning(): string | undefined {
    const ordered = [...this.counts].sort(([a, n], [b, m]) => m - n || compareCodeUnits(a, b));
    if (ordered.length === 0) return undefined;
    const told = ordered.slice(0, TOLD).map(([name, count]) => `${name} (${count})`);
    const more = ordered.length > TOLD ? [`${ordered.length - TOLD} more`] : [];
    return `Left out what is not known here: ${[...told, ...more].join(', ')}.`;
  }
}
