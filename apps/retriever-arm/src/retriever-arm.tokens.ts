/** Injection tokens: interfaces leave nothing behind at run time to inject by. */
export const CATALOG = Symbol('CollectionCatalog');
export const KEYWORD_INDEX = Symbol('KeywordIndex');
export const CLOCK = Symbol('Clock');
export const RETRIEVER_OPTIONS = Symbol('RetrieverOptions');
export const LIBRARY_SEARCH = Symbol('LibrarySearch');
