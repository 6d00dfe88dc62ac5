export { DocxParser } from './docx.parser.js';
export { EpubParser } from './epub.parser.js';
export { HtmlParser } from './html.parser.js';
