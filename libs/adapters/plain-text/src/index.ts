export { PlainTextParser } from './plain-text.parser.js';
export { TranscriptParser } from './transcript.parser.js';
