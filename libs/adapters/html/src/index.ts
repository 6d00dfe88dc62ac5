export { DocxParser } from './docx.parser.js';
export { EpubParser } from './epub.parser.js';
export { HtmlParser } from './html.parser.js';
export { OpenDocumentParser } from './office/opendocument.parser.js';
export { PptxParser } from './office/pptx.parser.js';
export { RtfParser } from './office/rtf.parser.js';
export { XlsxParser } from './office/xlsx.parser.js';
