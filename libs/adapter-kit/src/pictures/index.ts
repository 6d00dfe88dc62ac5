export { pictureAsPdf } from './picture-as-pdf.js';
export { isJpeg, isPng, type PictureHead, pictureHead } from './picture-head.js';
