export { PlainTextParser } from './plain-text.parser.js';
