import { ArbiterError, type GraphCorrection, type GraphCorrectionEvent } from '@arbiter/contracts';

/** A correction under its position in the log. */
export interface NumberedCorrection {
  readonly id: number;
  readonly correction: GraphCorrection;
}

/** A correction, and the event that undid it. */
export interface LoggedCorrection extends NumberedCorrection {
  readonly recordedAt: number;
  readonly by: string;
  readonly reason?: string | undefined;
  /** Null while the correction counts. */
  readonly undoneBy: GraphCorrectionEvent | null;
}

/** Who corrects, why and when. */
export interface CorrectionOrigin {
  readonly by: string;
  readonly reason?: string | undefined;
  /** Milliseconds since 1970. */
  readonly recordedAt: number;
}

/**
 * An append-only log of what people corrected in a graph. An event counts unless a later one that counts undid it; so to undo an
 * undo makes the correction count again, at its own place in the order.
 */
export class CorrectionLog {
  /** By position: the event that counts and undid this one. */
  private readonly undoneBy = new Map<number, GraphCorrectionEvent>();

  private constructor(readonly events: readonly GraphCorrectionEvent[]) {
    for (const event of events.toReversed())
      if (event.kind === 'undo' && !this.undoneBy.has(event.id) && !this.undoneBy.has(event.of))
        this.undoneBy.set(event.of, event);
  }

  static readonly empty = new CorrectionLog([]);

  /**
   * A log as it was stored.
   *
   * @throws ArbiterError INVALID_REQUEST where ids do not count from 1, time runs backwards, or an undo names no earlier event
   */
  static from(events: readonly GraphCorrectionEvent[]): CorrectionLog {
    let last = -Infinity;
    events.forEach((event, index) => {
      const { id, recordedAt } = event;
      if (id !== index + 1) throw damaged(`event ${index + 1} has the id ${id}`);
      if (!(recordedAt >= last)) throw damaged(`event ${id} is recorded before the one it follows`);
      if (event.kind === 'undo' && event.of >= id) throw damaged(`event ${id} undoes a later one`);
      last = recordedAt;
    });
    return new CorrectionLog(events);
  }

  /** All corrections, undone ones too, in the order of ids. */
  corrections(): LoggedCorrection[] {
    return this.events.flatMap((event) => {
      if (event.kind === 'undo') return [];
      const { id, recordedAt, by, reason, correction } = event;
      return [{ id, recordedAt, by, reason, correction, undoneBy: this.undoneBy.get(id) ?? null }];
    });
  }

  /** Those that count. */
  standing(): NumberedCorrection[] {
    return this.corrections()
      .filter(({ undoneBy }) => undoneBy === null)
      .map(({ id, correction }) => ({ id, correction }));
  }

  /** Whether an event counts no more. @throws ArbiterError NOT_FOUND for an id of no event */
  isUndone(id: number): boolean {
    if (this.events[id - 1]) return this.undoneBy.has(id);
    throw new ArbiterError('NOT_FOUND', `No correction of the graph has the id ${id}.`, { details: { id } });
  }

  /** The correction that an event makes, undoes, or makes count again. @throws ArbiterError NOT_FOUND for an id of no event */
  correctionOf(id: number): LoggedCorrection {
    let event = this.events[id - 1];
    while (event?.kind === 'undo') event = this.events[event.of - 1];
    const found = this.corrections().find((one) => one.id === event?.id);
    if (found) return found;
    throw new ArbiterError('NOT_FOUND', `No correction of the graph has the id ${id}.`, { details: { id } });
  }

  /** @returns the log with the corrections at its end */
  append(corrections: readonly GraphCorrection[], origin: CorrectionOrigin): CorrectionLog {
    const added = corrections.map((correction, index): GraphCorrectionEvent => ({
      ...this.originAt(index, origin),
      kind: 'correction',
      correction,
    }));
    return new CorrectionLog([...this.events, ...added]);
  }

  /**
   * @returns the log in which the event counts no more
   * @throws ArbiterError NOT_FOUND for an id of no event, CONFLICT for one that counts no more already
   */
  undo(id: number, origin: CorrectionOrigin): CorrectionLog {
    if (this.isUndone(id))
      throw new ArbiterError('CONFLICT', `Correction ${id} of the graph was undone before.`, { details: { id } });
    return new CorrectionLog([...this.events, { ...this.originAt(0, origin), kind: 'undo', of: id }]);
  }

  private originAt(index: number, { by, reason, recordedAt }: CorrectionOrigin) {
    // A clock that was set back must not make time run backwards along the log.
    const at = Math.max(recordedAt, this.events.at(-1)?.recordedAt ?? -Infinity);
    return { id: this.events.length + 1 + index, recordedAt: at, by, ...(reason !== undefined && { reason }) };
  }
}

function damaged(reason: string): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `The corrections of the graph contradict each other: ${reason}.`);
}
