import { AnswerEvent, Feedback, SessionMessage } from '@arbiter/contracts';
import {
  AnswerEventLog,
  type AnswerStores,
  CostEntry,
  CostLedger,
  FeedbackStore,
  NO_DOMAIN,
  SessionStore,
} from '@arbiter/ports';
import type { DataDirectory } from '../data-directory.js';
import { FileLog, FolderLog } from '../line-log.js';
import { FilesystemDeletionCursor } from '../stores/filesystem-deletion-log.js';
import { FilesystemInsightStore } from '../stores/filesystem-insight-store.js';
import { FilesystemAnswerRecordStore } from './filesystem-answer-record-store.js';

/** Sessions, answers and all that comes of them, as files. @param directory stays open */
export function filesystemAnswerStores(directory: DataDirectory): AnswerStores {
  // People give little of it, so all domains share a file.
  const feedback = new FileLog(directory, Feedback, 'feedback.jsonl', ({ domain }) => domain ?? NO_DOMAIN);
  return {
    sessions: new SessionStore(new FolderLog(directory, SessionMessage, 'sessions')),
    insights: new FilesystemInsightStore(directory),
    answers: new FilesystemAnswerRecordStore(directory),
    costs: new CostLedger(new FileLog(directory, CostEntry, 'costs.jsonl')),
    events: new AnswerEventLog(new FileLog(directory, AnswerEvent, 'answer-events.jsonl')),
    feedback: new FeedbackStore(feedback),
    deletionCursor: new FilesystemDeletionCursor(directory),
  };
}
