export { FileArchiveReader } from './file-archive.reader.js';
