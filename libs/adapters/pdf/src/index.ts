export { PdfParser } from './pdf.parser.js';
export { PictureParser } from './picture.parser.js';
export type { Recognition } from './recognise-pages.js';
