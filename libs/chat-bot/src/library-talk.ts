import type { Logger } from '@arbiter/platform';
import type { LibraryClient, ShownCollection } from './library-client.js';
import { LibraryError } from './library-error.js';
import { Pace } from './pace.js';
import { renderAnswer, renderQuote, renderText, type Dialect, type ShownPart } from './render-answer.js';
import { quotedIn, type ShownAnswer, type ShownCitation } from './shown-answer.js';

/** Questions that a bot has answered at once; more are told to wait. */
const MOST_QUESTIONS = 32;

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
  /**
   * Shows these messages in place of those shown before.
   *
   * @throws RateLimited where the vendor's library does not wait by itself
   */
  show(parts: readonly ShownPart[]): Promise<void>;
  /** Tells what is done meanwhile, where the vendor has a form of its own for it. @param words plain text */
  working?(words: string): Promise<void>;
}

export interface Question {
  readonly text: string;
  readonly sessionId: string;
}

export interface LibraryTalkOptions {
  readonly library: LibraryClient;
  readonly dialect: Dialect;
  /** Between two edits of a message, in milliseconds. */
  readonly editIntervalMs: number;
  readonly domain?: string | undefined;
  readonly logger: Logger;
  /** Aborted when the bot ends. */
  readonly signal: AbortSignal;
}

/** What people say to the bot and what it says to them, whoever carries it. Failures of the library become sentences. */
export class LibraryTalk {
  private questions = 0;

  constructor(private readonly options: LibraryTalkOptions) {}

  /** Has a question answered into a post: first the stages of the work, then the answer. */
  async answerInto(post: LivePost, { text, sessionId }: Question): Promise<void> {
    const { library, dialect, editIntervalMs, domain, logger, signal } = this.options;
    const question = text.trim();
    if (question === '') return post.show(renderText('What do you want to know? Write it behind my name.', dialect));
    if (this.questions >= MOST_QUESTIONS) return post.show(renderText(new LibraryError('busy').message, dialect));
    const pace = new Pace({
      intervalMs: editIntervalMs,
      onFailure: (error) => logger.warn({ err: error }, 'a message could not be edited'),
    });
    this.questions += 1;
    let parts: readonly ShownPart[];
    try {
      const tell = (words: string) => post.working?.(words) ?? post.show(renderText(words, dialect));
      const onProgress = (message: string) => pace.push(() => tell(stageWords(message)));
      parts = renderAnswer(await library.ask(question, { sessionId, domain, onProgress, signal }), dialect);
    } catch (error) {
      parts = [{ text: this.told(error), buttons: [] }];
    } finally {
      this.questions -= 1;
    }
    await pace.close();
    await post.show(parts);
  }

  /** The quote of a button in its document. */
  async quote(answerId: string, marker: number): Promise<{ readonly text: string; readonly url?: string | undefined }> {
    const { library, dialect } = this.options;
    try {
      const citation = quotedIn(await library.answer(answerId)).find((one) => one.marker === marker);
      if (!citation) throw new LibraryError('rejected', 'The answer has no such source.');
      const context = await this.contextOf(citation);
      return { text: renderQuote(citation, context, dialect), url: citation.url };
    } catch (error) {
      return { text: this.told(error) };
    }
  }

  /** What the last answer of a session rests on. */
  async sources(sessionId: string): Promise<readonly ShownPart[]> {
    const { library, dialect } = this.options;
    try {
      const answer = await library.lastAnswer(sessionId).catch(nothingThere);
      if (!answer) return renderText('Nothing was answered here yet.', dialect);
      return renderAnswer(answer, dialect);
    } catch (error) {
      return [{ text: this.told(error), buttons: [] }];
    }
  }

  /** @returns whether the library has noted it */
  async rate(answerId: string, good: boolean): Promise<boolean> {
    try {
      await this.options.library.rate(answerId, good);
      return true;
    } catch {
      // The client has logged it, and a reaction is not answered.
      return false;
    }
  }

  /** Runs a command of an administrator. @returns what to tell, in the vendor's markup */
  async command(run: (library: LibraryClient) => Promise<string>): Promise<string> {
    const { library, dialect } = this.options;
    try {
      return renderText(await run(library), dialect)[0]?.text ?? '';
    } catch (error) {
      return this.told(error);
    }
  }

  private async contextOf(citation: ShownCitation) {
    try {
      return await this.options.library.context(citation);
    } catch (error) {
      // A document that is gone, or that this bot may not read whole: the answer still has its quote.
      if (error instanceof LibraryError && error.code === 'rejected')
        return { before: '', quote: citation.quote, after: '' };
      throw error;
    }
  }

  private told(error: unknown): string {
    if (!(error instanceof LibraryError)) this.options.logger.error({ err: error }, 'a request failed');
    const { message } = error instanceof LibraryError ? error : new LibraryError('faulty');
    return renderText(message, this.options.dialect)[0]?.text ?? '';
  }
}

/** The collections of the library, a line each. */
export function collectionLines(collections: readonly ShownCollection[]): string {
  if (collections.length === 0) return 'The library has no collection yet.';
  return collections
    .map(({ name, documents }) => (documents === undefined ? name : `${name}: ${documents} documents`))
    .join('\n');
}

/** @param message of the server: the stage, and behind a colon what came of it */
function stageWords(message: string): string {
  const [stage = ''] = message.split(':', 1);
  return `${STAGE_WORDS[stage] ?? 'Working'} …`;
}

function nothingThere(error: unknown): ShownAnswer | null {
  if (error instanceof LibraryError && error.code === 'rejected') return null;
  throw error;
}
