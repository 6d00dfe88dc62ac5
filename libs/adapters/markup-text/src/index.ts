export { NotebookParser } from './notebook.parser.js';
export { ASCIIDOC } from './asciidoc.js';
export { MarkupParser } from './markup.parser.js';
export { MdxParser } from './mdx.parser.js';
export { ORG } from './org.js';
export { RESTRUCTURED_TEXT } from './restructured-text.js';
export { SourceCodeParser } from './source-code.parser.js';
export { TEX } from './tex.js';
