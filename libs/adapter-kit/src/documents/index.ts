export * from './decode-text.js';
export * from './divided-words.js';
export { IgnoreList, type IgnoreVerdict } from './ignore-list.js';
export { MARK, resolveMarks, struckTextWarning } from './inline-marks.js';
export { addressBehind } from './link-address.js';
export * from './parsed-document-builder.js';
export * from './plain-table-head.js';
export * from './recognise-bytes.js';
export * from './table-head.js';
