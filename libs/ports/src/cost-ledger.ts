import type { AnswerRecord } from '@arbiter/contracts';

/** What the language models of one answer were asked and cost. */
export type CostEntry = Pick<AnswerRecord, 'createdAt' | 'principal' | 'sessionId' | 'tokens' | 'cost'> & {
  readonly answerId: string;
};

/** What answers cost, kept longer than the answers themselves. */
export interface CostLedger {
  append(entry: CostEntry, signal: AbortSignal): Promise<void>;
  /**
   * @param from RFC 3339 time, `to` likewise and not included; absent for no bound
   * @returns entries in the order in which they were appended
   */
  between(period: CostPeriod, signal: AbortSignal): AsyncIterable<CostEntry>;
  /** Entries of a session stay, without its name. @returns how many there were */
  forgetSession(sessionId: string, signal: AbortSignal): Promise<number>;
}

export interface CostPeriod {
  readonly from?: string;
  readonly to?: string;
}
