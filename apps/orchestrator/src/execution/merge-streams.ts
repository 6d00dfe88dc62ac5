interface Step<Event, Outcome> {
  /** Of the stream. */
  readonly index: number;
  readonly next: IteratorResult<Event, Outcome>;
}

/**
 * Runs generators at the same time and yields what each yields as soon as it does; one that was not asked for its next
 * value does not run ahead.
 *
 * @param limit under way at once, ≥ 1; the others begin when one has ended
 * @returns what the generators returned, in their order
 * @throws what the first that failed threw; the others are ended, without being waited for
 */
export async function* mergeStreams<Event, Outcome>(
  streams: readonly AsyncGenerator<Event, Outcome, undefined>[],
  limit: number,
): AsyncGenerator<Event, Outcome[], undefined> {
  const outcomes: Outcome[] = [];
  const pending = new Map<number, Promise<Step<Event, Outcome>>>();
  const advance = (index: number): void => {
    const stream = streams[index];
    if (stream)
      pending.set(
        index,
        stream.next().then((next) => ({ index, next })),
      );
  };
  let begun = Math.min(limit, streams.length);
  for (let index = 0; index < begun; index += 1) advance(index);
  try {
    while (pending.size > 0) {
      const { index, next } = await Promise.race(pending.values());
      pending.delete(index);
      if (next.done === true) {
        outcomes[index] = next.value;
        if (begun < streams.length) advance(begun++);
      } else {
        yield next.value;
        advance(index);
      }
    }
    return outcomes;
  } finally {
    for (const step of pending.values()) step.catch(() => undefined);
    for (const stream of streams) void stream.return(undefined as Outcome).catch(() => undefined);
  }
}
