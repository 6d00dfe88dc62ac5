export * from './decode-text.js';
export { IgnoreList, type IgnoreVerdict } from './ignore-list.js';
export * from './parsed-document-builder.js';
export * from './recognise-bytes.js';
