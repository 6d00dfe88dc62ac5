export type {
  DocumentParser,
  ParseRequest,
  ParsedBlock,
  ParsedDocument,
  ParsedEntity,
  ParsedPage,
  ParsedSection,
  ParsedUtterance,
  RelatedFiles,
} from '@arbiter/contracts';
export { normalizeText, singleLine, tidyLines } from './normalize-text.js';
export { ParsedDocumentBuilder, type PageBreak } from './parsed-document-builder.js';
