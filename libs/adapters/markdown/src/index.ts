export { MarkdownParser } from './markdown.parser.js';
