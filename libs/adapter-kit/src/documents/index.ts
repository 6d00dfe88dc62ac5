export {
  normalizeText,
  type PageBreak,
  ParsedDocumentBuilder,
  singleLine,
  tidyLines,
} from '@arbiter/tool-sdk/documents';
export * from './access-in-text.js';
export * from './decode-text.js';
export * from './divided-words.js';
export { decodeBytes, encodingOf } from './encodings/decode-bytes.js';
export { guessEncoding } from './encodings/guess-encoding.js';
export * from './formula-parts.js';
export * from './formulas-in-text.js';
export { IgnoreList, type IgnoreVerdict } from './ignore-list.js';
export { MARK, resolveMarks, type StruckBlocks, struckTextWarnings } from './inline-marks.js';
export { addressBehind } from './link-address.js';
export { formatNumber } from './number-format.js';
export * from './plain-table-head.js';
export { readText } from './read-text.js';
export * from './recognise-bytes.js';
export * from './record-table.js';
export * from './table-head.js';
export { texFormula } from './tex-formula.js';
export { writeFields } from './write-fields.js';
