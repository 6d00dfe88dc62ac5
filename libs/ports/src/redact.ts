import { Answer, type AnswerRecord, type Feedback, type SessionMessage, shownAnswer } from '@arbiter/contracts';
import type { DeletedDocuments } from './deletion-log.js';
import type { KeptInsight } from './insight-store.js';

/** Fields of an answer that hold nothing but what was shown of documents, and figures. */
const Remains = Answer.omit({
  resolvedQuery: true,
  shortAnswer: true,
  validation: true,
  subQueries: true,
  passages: true,
  stepBack: true,
  hypothesis: true,
  notices: true,
  history: true,
});

/**
 * A record without the contents of deleted documents. A record that read them loses evidence, claims and flight; of the answer,
 * what was shown of others remains. If it also showed their text, it loses question and answer too.
 *
 * @returns null for a record that read none of them
 */
export function redactAnswerRecord(record: AnswerRecord, deleted: DeletedDocuments): AnswerRecord | null {
  const gone = new Set(deleted.documents);
  if (!readsAny(record, gone)) return null;
  const { shownDocuments, remains: _remains, ...kept } = record;
  const isShown = shownDocuments === null || shownDocuments.some((id) => gone.has(id));
  const answer = isShown ? null : shownAnswer(record);
  return {
    ...kept,
    ...(answer && { remains: { ...Remains.strip().parse(answer), validation: null, subQueries: [], history: [] } }),
    ...(isShown && { query: '', answer: '' }),
    claims: [],
    evidence: '',
    flight: null,
    documents: record.documents?.filter((id) => !gone.has(id)) ?? [],
    shownDocuments: shownDocuments?.filter((id) => !gone.has(id)) ?? [],
    redacted: redactionOf(deleted),
  };
}

/** A message without its content if it quoted deleted documents, else the message itself. */
export function redactMessage(message: SessionMessage, deleted: DeletedDocuments): SessionMessage {
  const { documents = [], ...metadata } = message.metadata;
  if (!documents.some((id) => deleted.documents.includes(id))) return message;
  const left = documents.filter((id) => !deleted.documents.includes(id));
  return { ...message, content: '', metadata: { ...metadata, documents: left, redacted: redactionOf(deleted) } };
}

/** Whether an insight comes from an answer that cites one of the documents. */
export function isLearntFrom({ origin }: KeptInsight, { documents }: Pick<DeletedDocuments, 'documents'>): boolean {
  return origin.documents.some((id) => documents.includes(id));
}

/** Whether feedback quotes one of the documents. */
export function isFeedbackOn({ documents = [] }: Feedback, deleted: Pick<DeletedDocuments, 'documents'>): boolean {
  return documents.some((id) => deleted.documents.includes(id));
}

function readsAny(record: AnswerRecord, gone: ReadonlySet<string>): boolean {
  if (record.documents) return record.documents.some((id) => gone.has(id));
  // A record of an older version has no list; the calls of its flight name the documents.
  const text = JSON.stringify(record);
  return [...gone].some((id) => text.includes(JSON.stringify(id)));
}

function redactionOf({ at, jobId }: DeletedDocuments): { readonly at: string; readonly jobId: string | null } {
  return { at, jobId };
}
