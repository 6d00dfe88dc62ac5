export { BotEvents } from './bot-events.js';
export { botVariables, type BotValues } from './bot-variables.js';
export { buttonId, readButtonId } from './button-ids.js';
export {
  LibraryClient,
  type AskOptions,
  type LibraryClientOptions,
  type QuoteInContext,
  type ShownCollection,
  type ShownJob,
} from './library-client.js';
export { LibraryError, type LibraryErrorCode } from './library-error.js';
export { collectionLines, LibraryTalk, type LibraryTalkOptions, type LivePost, type Question } from './library-talk.js';
export { Pace, RateLimited, type PaceOptions } from './pace.js';
export {
  renderAnswer,
  renderQuote,
  renderText,
  type Dialect,
  type QuoteButton,
  type ShownPart,
} from './render-answer.js';
export { serveBot, type BotSurroundings, type RunningBot, type ServedBot } from './serve-bot.js';
export { sessionOf } from './session-of.js';
export { placeOf, quotedIn, ShownAnswer, ShownCitation } from './shown-answer.js';
export { splitText } from './split-text.js';
