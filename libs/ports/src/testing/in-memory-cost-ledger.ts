import type { CostEntry, CostLedger, CostPeriod } from '../cost-ledger.js';
import { answer } from './answer.js';

export class InMemoryCostLedger implements CostLedger {
  #entries: CostEntry[] = [];

  append(entry: CostEntry, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#entries.push(structuredClone(entry));
    });
  }

  async *between({ from = '', to }: CostPeriod, signal: AbortSignal): AsyncIterable<CostEntry> {
    yield* await answer(signal, () =>
      structuredClone(
        this.#entries.filter(({ createdAt }) => createdAt >= from && (to === undefined || createdAt < to)),
      ),
    );
  }

  forgetSession(sessionId: string, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const before = this.#entries;
      this.#entries = before.map((entry) => (entry.sessionId === sessionId ? { ...entry, sessionId: null } : entry));
      return before.filter((entry) => entry.sessionId === sessionId).length;
    });
  }
}
