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
import { LineLog } from '../line-log.js';
import { FilesystemDeletionCursor } from '../stores/filesystem-deletion-log.js';
import { FilesystemInsightStore } from '../stores/filesystem-insight-store.js';
import { FilesystemAnswerRecordStore } from './filesystem-answer-record-store.js';

/** Sessions, answers and all that comes of them, as files. @param directory stays open */
export function filesystemAnswerStores(directory: DataDirectory): AnswerStores {
  const groupOf = ({ domain }: Feedback): string => domain ?? NO_DOMAIN;
  return {
    sessions: new SessionStore(new LineLog(directory, SessionMessage, { folder: 'sessions' })),
    insights: new FilesystemInsightStore(directory),
    answers: new FilesystemAnswerRecordStore(directory),
    costs: new CostLedger(new LineLog(directory, CostEntry, { file: 'costs.jsonl' })),
    events: new AnswerEventLog(new LineLog(directory, AnswerEvent, { file: 'answer-events.jsonl' })),
    // People give little of it, so all domains share a file.
    feedback: new FeedbackStore(new LineLog(directory, Feedback, { file: 'feedback.jsonl', groupOf })),
    deletionCursor: new FilesystemDeletionCursor(directory),
  };
}
