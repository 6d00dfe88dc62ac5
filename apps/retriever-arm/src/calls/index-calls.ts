import { ArbiterError } from '@arbiter/contracts';

/** The two indexes of a collection, as answers name them. */
export type LegName = 'vector' | 'keyword';

export interface LegFailure {
  readonly leg: LegName;
  readonly collection: string;
  readonly error: ArbiterError;
}

/** Calls of one step of a search to its indexes: each has a time limit, and what fails is kept to be told. */
export class IndexCalls {
  constructor(
    /** Longest wait for one answer of one index, in milliseconds. */
    private readonly timeoutMs: number,
    private readonly signal: AbortSignal,
    /** Indexes that kept silent; one wait for each is enough, since a few would use up the time of the whole search. */
    private readonly silent = new Map<string, LegFailure>(),
    private readonly known: LegFailure[] = [],
  ) {}

  /** Of another step of the same search: with failures of its own, but it does not wait for who kept silent before. */
  nextStep(): IndexCalls {
    return new IndexCalls(this.timeoutMs, this.signal, this.silent);
  }

  /** For what a search can do without: an index that keeps silent to it is named here, but asked for the rest. */
  apart(): IndexCalls {
    return new IndexCalls(this.timeoutMs, this.signal, new Map(), this.known);
  }

  /** What failed so far, in the order in which it did. */
  get failures(): readonly LegFailure[] {
    return this.known;
  }

  /**
   * @param call has a signal that aborts at the time limit, too
   * @returns null of an index that fails, takes too long, or did so before in this search
   * @throws the signal's reason; INVALID_REQUEST of a store, which no other index makes good
   */
  async ask<T>(
    leg: LegName,
    { collection }: { readonly collection: string },
    call: (limited: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const index = `${leg} of ${collection}`;
    const silence = this.silent.get(index);
    if (silence) {
      this.known.push(silence);
      return null;
    }
    const limited = AbortSignal.any([this.signal, AbortSignal.timeout(this.timeoutMs)]);
    try {
      return await call(limited);
    } catch (thrown) {
      this.signal.throwIfAborted();
      const failure = { leg, collection, error: failureOf(leg, thrown, limited) };
      this.known.push(failure);
      if (limited.aborted) this.silent.set(index, failure);
      return null;
    }
  }
}

function failureOf(leg: LegName, thrown: unknown, limited: AbortSignal): ArbiterError {
  if (limited.aborted)
    return new ArbiterError('UNAVAILABLE', `The ${leg} index did not answer in time.`, { cause: thrown });
  const failure = ArbiterError.from(thrown);
  if (failure.code === 'INVALID_REQUEST') throw failure;
  return failure;
}

/**
 * For `promise.catch`: turns NOT_FOUND into a value. A collection whose first document is still being ingested has a
 * manifest and no index yet; it is searched like an empty one.
 */
export function valueIfMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ArbiterError && error.code === 'NOT_FOUND') return value;
    throw error;
  };
}
