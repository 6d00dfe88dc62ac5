import type { Feedback } from '@arbiter/contracts';
import type { FeedbackStore } from '../feedback-store.js';
import type { DeletedDocuments } from '../deletion-log.js';
import { isFeedbackOn } from '../redact.js';
import { answer } from './answer.js';

export class InMemoryFeedbackStore implements FeedbackStore {
  #feedback: Feedback[] = [];

  append(feedback: Feedback, signal: AbortSignal): Promise<void> {
    return answer(signal, () => {
      this.#feedback.push(structuredClone(feedback));
    });
  }

  ofDomain(domain: string, limit: number, signal: AbortSignal): Promise<readonly Feedback[]> {
    return answer(signal, () => {
      const last = new Map<string, Feedback>();
      for (const each of this.#feedback) {
        const key = JSON.stringify([each.answerId, each.claim]);
        last.delete(key);
        if (each.domain === domain) last.set(key, each);
      }
      return structuredClone([...last.values()].slice(-limit));
    });
  }

  deleteOfDocuments(deleted: Pick<DeletedDocuments, 'documents'>, signal: AbortSignal): Promise<number> {
    return answer(signal, () => {
      const kept = this.#feedback.filter((each) => !isFeedbackOn(each, deleted));
      const gone = this.#feedback.length - kept.length;
      this.#feedback = kept;
      return gone;
    });
  }
}
