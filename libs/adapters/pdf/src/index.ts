export { PdfParser } from './pdf.parser.js';
