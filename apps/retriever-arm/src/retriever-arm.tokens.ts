/** Injection tokens of this arm's ports: interfaces leave nothing behind at run time to inject by. */
export const CATALOG = Symbol('CollectionCatalog');
export const VECTOR_INDEX = Symbol('VectorIndex');
export const CLOCK = Symbol('Clock');
export const SEARCH_OPTIONS = Symbol('SearchControllerOptions');
export const KEYWORD_INDEX = Symbol('KeywordIndex');
