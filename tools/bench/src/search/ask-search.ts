/** One search over HTTP as its caller sees it. */
export interface TimedSearch {
  /** Milliseconds from the request to the last byte of the answer. */
  readonly totalMs: number;
  /** Stage to milliseconds, as the server reports them. */
  readonly stageMs: Readonly<Record<string, number>>;
}

/** Far more than any search takes. */
const PATIENCE_MS = 60_000;

/** @throws Error when the search fails: a benchmark of failures says nothing */
export async function askSearch(url: string, body: Readonly<Record<string, unknown>>): Promise<TimedSearch> {
  const start = performance.now();
  const response = await fetch(`${url}/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const text = await response.text();
  const totalMs = performance.now() - start;
  if (!response.ok) throw new Error(`a search was answered with ${response.status}: ${text.slice(0, 300)}`);
  return { totalMs, stageMs: parseTimings(response.headers.get('server-timing') ?? '') };
}

/** Durations of `Server-Timing`: `encode;dur=3.1, search;dur=12`. */
export function parseTimings(header: string): Record<string, number> {
  return Object.fromEntries(
    [...header.matchAll(/(?<![\w-])([\w-]+);dur=([\d.]+)/g)].map(([, stage = '', duration = '']) => [
      stage,
      Number(duration),
    ]),
  );
}
