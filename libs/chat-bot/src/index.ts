export { botVariables } from './bot-variables.js';
export { readButtonId } from './button-ids.js';
export { LibraryTalk, type LivePost } from './library-talk.js';
export { renderText, type Dialect, type ShownButton, type ShownPart } from './render-answer.js';
export { serveBot, type RunningBot } from './serve-bot.js';
export { sessionOf } from './session-of.js';
