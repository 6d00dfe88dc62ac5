export { PdfParser } from './pdf.parser.js';
export type { Recognition } from './recognise-pages.js';
