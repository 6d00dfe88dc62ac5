import { searchPages, type QueryEvent } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { AnswerMaker } from '../answering/answer-maker.js';
import { isShowable, type Attempts } from '../answering/attempt.js';
import type { Inquiry } from '../answering/inquiry.js';
import type { StageResult } from '../answering/stage-clock.js';
import { MAX_READ_PAGES, type PageReading, readPages } from '../answering/read-pages.js';

/** What is missing where pages could not be looked at. */
const VISION = 'vision-model';

/**
 * Where the text gives no answer that can be shown, has a vision model read the best pages.
 *
 * @param attempts at an answer from the text
 * @returns those, with one more where something was read; the best is still that of the text unless the other can be shown
 */
export async function* lookAtPages(
  client: OperationClient,
  maker: AnswerMaker,
  inquiry: Inquiry,
  attempts: Attempts,
): AsyncGenerator<QueryEvent, Attempts, undefined> {
  const { readings, degraded } = yield* inquiry.stages.run('correct', () => read(client, inquiry));
  const left = { ...attempts, degraded: [...attempts.degraded, ...degraded] };
  if (readings.length === 0) return left;
  const { best } = yield* maker.read(inquiry, readings);
  return { ...left, all: [...attempts.all, best], best: isShowable(best) ? best : attempts.best };
}

interface Looked {
  readonly readings: readonly PageReading[];
  readonly degraded: readonly string[];
}

async function read(client: OperationClient, { request, collections, context }: Inquiry): Promise<StageResult<Looked>> {
  const { query, asOfSession } = request;
  try {
    const { pages } = await client.request(
      searchPages,
      {
        ...{ query, limit: MAX_READ_PAGES },
        ...(collections && { collections: [...collections] }),
        ...(asOfSession !== undefined && { asOfSession }),
      },
      { parent: context },
    );
    if (pages.length === 0) return { value: { readings: [], degraded: [] }, detail: 'no page shows it' };
    const { readings, degraded } = await readPages(client, query, pages, context);
    const told = readings.filter(({ sentences }) => sentences.length > 0);
    const names = pages.map(({ title, page }) => `page ${page} of “${title}”`).join(' and ');
    return { value: { readings: told, degraded }, detail: `reading the picture of ${names}` };
  } catch {
    context.signal.throwIfAborted();
    return { value: { readings: [], degraded: [VISION] }, detail: 'no picture could be read' };
  }
}
