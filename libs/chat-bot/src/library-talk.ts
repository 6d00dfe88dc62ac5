import type { Logger } from '@arbiter/platform';
import { buttonId, readButtonId, type Pressed } from './button-ids.js';
import type { LibraryClient, QuoteContext } from './library-client.js';
import { LibraryError } from './library-error.js';
import { Pace } from './pace.js';
import { renderAnswer, renderQuote, renderText, type Dialect, type ShownPart } from './render-answer.js';
import { quotedIn } from './shown-answer.js';

/** Questions that a bot has answered at once; more are told to wait. */
const MOST_QUESTIONS = 32;
/**
 * Between two edits of a message, in milliseconds. Discord lets a channel have five in five seconds, Slack some 50 a minute
 * (https://docs.slack.dev/apis/web-api/rate-limits, tier 3).
 */
const EDIT_INTERVAL_MS = 1_200;

const HELP =
  '`ingest` URL COLLECTION reads a page of the web, `status` JOB tells how that stands, `collections` what the library holds, ' +
  '`delete` DOCUMENT deletes a document.';

/** What the bot says while the server is in a stage of its pipeline. */
const STAGE_WORDS: Readonly<Record<string, string>> = {
  context: 'Reading the question',
  plan: 'Planning',
  'step-back': 'Looking behind the question',
  retrieve: 'Searching',
  synthesise: 'Writing',
  validate: 'Checking',
  correct: 'Correcting',
};

/** The bot's answer in a channel, which grows while it is worked on. */
export interface LivePost {
  /** Shows these messages in place of those shown before. */
  show(parts: readonly ShownPart[]): Promise<void>;
  /** Tells what is done meanwhile, where the vendor has a form of its own for it. @param words plain text */
  working?(words: string): Promise<void>;
}

/** What people say to the bot and what it says to them, whoever carries it. Failures of the library become sentences. */
export class LibraryTalk {
  private questions = 0;
  private readonly running = new Set<Promise<void>>();

  /**
   * @param domain undefined asks the whole library
   * @param signal aborted when the bot ends
   */
  constructor(
    private readonly library: LibraryClient,
    private readonly dialect: Dialect,
    private readonly domain: string | undefined,
    private readonly logger: Logger,
    private readonly signal: AbortSignal,
  ) {}

  /** Works on an event of the vendor by itself; its failure is logged. */
  work(task: Promise<void>): Promise<void> {
    const settled = task
      .catch((error: unknown) => this.logger.warn({ err: error }, 'an event could not be worked on'))
      .finally(() => this.running.delete(settled));
    this.running.add(settled);
    return settled;
  }

  /** Returns once all events that have come in are worked on. */
  async settled(): Promise<void> {
    await Promise.all(this.running);
  }

  /** Has a question answered into a post: first the stages of the work, then the answer. */
  async answerInto(post: LivePost, text: string, sessionId: string): Promise<void> {
    const { library, dialect, domain, logger, signal } = this;
    const question = text.trim();
    if (question === '') return post.show(renderText('What do you want to know? Write it behind my name.', dialect));
    if (this.questions >= MOST_QUESTIONS) return post.show(renderText(new LibraryError('busy').message, dialect));
    const pace = new Pace(EDIT_INTERVAL_MS, (error) => logger.warn({ err: error }, 'a message could not be edited'));
    const onProgress = (message: string) => {
      // The server names the stage, and behind a colon what came of it.
      const words = `${STAGE_WORDS[message.replace(/:.*/s, '')] ?? 'Working'} …`;
      pace.push(() => post.working?.(words) ?? post.show(renderText(words, dialect)));
    };
    this.questions += 1;
    const parts = await this.told(async () =>
      renderAnswer(await library.ask(question, { sessionId, domain, onProgress, signal }), dialect),
    );
    this.questions -= 1;
    await pace.close();
    await post.show(parts);
  }

  /** The quote of a button in its document, or the deletion that it confirms. */
  pressed(button: Pressed): Promise<readonly ShownPart[]> {
    const { library, dialect } = this;
    return this.told(async () => {
      if ('documentId' in button) return renderText(await library.run('delete-document', { ...button }), dialect);
      const { answerId, marker } = button;
      const citation = quotedIn(await library.answer(answerId)).find((one) => one.marker === marker);
      if (!citation) throw new LibraryError('rejected', 'The answer has no such source.');
      // A document that is gone, or that this bot may not read whole: the answer still has its quote.
      const nothing: QuoteContext = { before: '', after: '' };
      return renderQuote(citation, await library.context(citation).catch(insteadOfRefusal(nothing)), dialect);
    });
  }

  /** What the last answer of a session rests on. */
  sources(sessionId: string): Promise<readonly ShownPart[]> {
    const { library, dialect } = this;
    return this.told(async () => {
      const answer = await library.lastAnswer(sessionId).catch(insteadOfRefusal(null));
      return answer ? renderAnswer(answer, dialect) : renderText('Nothing was answered here yet.', dialect);
    });
  }

  /** Rates the answer that a message shows. @param buttons ids of those below it; one that shows no answer has none of a quote */
  async rate(buttons: readonly string[], good: boolean): Promise<void> {
    const shown = buttons.map(readButtonId).find((button) => button && 'answerId' in button);
    if (shown && 'answerId' in shown)
      await this.library.run('rate-answer', { answerId: shown.answerId, score: good ? 1 : 0 });
  }

  /** Runs a command of an administrator. @param words such as `ingest https://a.example notes` */
  command([name, first = '', second = '']: readonly string[]): Promise<readonly ShownPart[]> {
    const { library, dialect } = this;
    return this.told(async () => {
      if (name === 'delete' && first !== '') return askWhetherToDelete(first);
      let told = HELP;
      if (name === 'collections') told = (await library.collections()) || 'The library has no collection yet.';
      else if (name === 'status' && first !== '') told = await library.run('ingestion-status', { jobId: first });
      else if (name === 'ingest' && second !== '')
        told = await library.run('ingest', { collection: second, sources: [{ kind: 'url', url: first }] });
      return renderText(told, dialect);
    });
  }

  /** Failures as a sentence. */
  private async told(make: () => Promise<readonly ShownPart[]>): Promise<readonly ShownPart[]> {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof LibraryError)) this.logger.error({ err: error }, 'a request failed');
      const { message } = error instanceof LibraryError ? error : new LibraryError('faulty');
      return renderText(message, this.dialect);
    }
  }
}

function askWhetherToDelete(documentId: string): readonly ShownPart[] {
  const id = buttonId({ documentId });
  if (!readButtonId(id)) throw new LibraryError('rejected', 'That is no id of a document.');
  const text = `Delete the document \`${documentId}\`? Its words also leave sessions and answers.`;
  return [{ text, buttons: [{ label: 'Delete', id, isDangerous: true }] }];
}

/** What stands in for something that the library does not give. */
function insteadOfRefusal<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof LibraryError && error.code === 'rejected') return value;
    throw error;
  };
}
