export { TesseractRecogniser, type TesseractOptions } from './tesseract.recogniser.js';
