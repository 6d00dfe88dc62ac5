import type { Feedback } from '@arbiter/contracts';

/** What people said of claims. Nothing is ever taken out. */
export interface FeedbackStore {
  append(feedback: Feedback, signal: AbortSignal): Promise<void>;
  /** @returns of each claim of an answer the last, in the order of their appending, and of those the last `limit` */
  ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<readonly Feedback[]>;
}
