export { DocxParser } from './docx/docx.parser.js';
export { EpubParser } from './epub/epub.parser.js';
export { HtmlParser } from './html.parser.js';
