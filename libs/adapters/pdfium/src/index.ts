export { PdfiumRenderer, type PdfiumRendererLimits } from './pdfium.renderer.js';
