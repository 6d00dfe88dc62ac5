export { FileArchiveReader } from './file-archive.reader.js';
export { readSealedArchive, type SealedVisitor } from './sealed/read-sealed-archive.js';
export { type SealedHeader, type SealFault } from './sealed/sealed-format.js';
export {
  type SealedContent,
  type SealedFile,
  writeSealedArchive,
  type WriteOptions,
} from './sealed/write-sealed-archive.js';
