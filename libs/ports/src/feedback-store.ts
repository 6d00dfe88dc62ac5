import type { Feedback } from '@arbiter/contracts';
import type { DeletedDocuments } from './deletion-log.js';

/** What people said of claims. Kept until a document that the claim was checked against is deleted. */
export interface FeedbackStore {
  append(feedback: Feedback, signal: AbortSignal): Promise<void>;
  /** @returns of each claim of an answer the last, in the order of their appending, and of those the last `limit` */
  ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<readonly Feedback[]>;
  /** Deletes what quotes documents that were deleted. @returns how many words are gone */
  deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number>;
}
