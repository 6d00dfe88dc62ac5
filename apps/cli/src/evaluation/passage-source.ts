import type { IngestionSource, OperationRequest, submitJob } from '@arbiter/contracts';
import type { CorpusPassage } from '@arbiter/evaluation';

/** Metadata key of a passage's own id, by which it is judged and filtered. */
export const PASSAGE_ID_KEY = 'corpus_id';

type PassageSource = Extract<OperationRequest<typeof submitJob>['sources'][number], { kind: 'inline' }>;

const MAX_TITLE_LENGTH = 1_024;

/** A job holds at most so many sources, and so many UTF-16 units of text that it travels as one message. */
const BATCH_SOURCES = 500;
const BATCH_LENGTH = 2_000_000;

/**
 * A passage as a source to ingest: plain text under its title. Without text, the title is what can be found; without
 * title it has none, since its id says nothing.
 */
export function sourceOfPassage({ id, title, text }: CorpusPassage): PassageSource {
  const heading = title.trim().slice(0, MAX_TITLE_LENGTH).toWellFormed();
  const body = text.trim() === '' ? title : text;
  return {
    kind: 'inline',
    // The ending names the format; an id may hold what no path may.
    name: `${encodeURIComponent(id.toWellFormed())}.txt`,
    content: body.toWellFormed(),
    title: heading,
    metadata: { [PASSAGE_ID_KEY]: id },
  } satisfies IngestionSource;
}

/** Sources of passages, as many together as one job may hold. */
export async function* batchesOfSources(
  passages: AsyncIterable<CorpusPassage>,
): AsyncGenerator<PassageSource[], void, undefined> {
  let batch: PassageSource[] = [];
  let length = 0;
  for await (const passage of passages) {
    const source = sourceOfPassage(passage);
    if (batch.length > 0 && (batch.length >= BATCH_SOURCES || length + source.content.length > BATCH_LENGTH)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(source);
    length += source.content.length;
  }
  if (batch.length > 0) yield batch;
}
