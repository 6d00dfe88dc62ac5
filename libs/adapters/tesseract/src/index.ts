export { type TesseractOptions, TesseractRecogniser } from './tesseract.recogniser.js';
