export { isWhiteSpace, type Span } from './span.js';
export { carryOut, type Steps } from './steps.js';
export { isInjected, quotableSpans } from './sentences/quotable-spans.js';
export { readingSentences, splitSentences } from './sentences/split-sentences.js';
export { headingPath, headingsOfPath } from './sentences/heading-path.js';
export { normalizeTerm } from './tokens/normalize-term.js';
export { stem } from './tokens/stem.js';
export { STOP_WORDS } from './tokens/stop-words.js';
export {
  coverageTerms,
  rarityOf,
  readingHeldTerms,
  TermCoverage,
  type CoverageTerm,
} from './questions/term-coverage.js';
export { eachTerm, terms, type Term } from './tokens/terms.js';
export { eachToken, tokenize, type Token } from './tokens/tokenize.js';
export { chunkDocument } from './chunking/chunk-document.js';
export {
  DEFAULT_MAX_TOKENS,
  DEFAULT_OVERLAP_TOKENS,
  DEFAULT_TARGET_TOKENS,
  type ChunkableBlock,
  type ChunkableDocument,
  type ChunkingOptions,
  type CountTokens,
  type TextChunk,
} from './chunking/chunkable-document.js';
export { estimateTokens } from './model-tokens/estimate-tokens.js';
export { datesIn, type DateMention } from './mentions/dates-in.js';
export { foldNumberWords } from './mentions/fold-number-words.js';
export { namesIn, type NameMention, type NamesOptions } from './mentions/names-in.js';
export { negationsIn, type NegationMention } from './mentions/negations-in.js';
export { numbersIn, type NumberMention } from './mentions/numbers-in.js';
export { askedKind, type AskedKind } from './questions/asked-kind.js';
export { canonicalQuestion } from './questions/canonical-question.js';
export { questionTerms } from './questions/question-terms.js';
export {
  ANALYSER_NAMES,
  analyserForLanguage,
  analyserNamed,
  type Analyser,
  type AnalyserName,
} from './analysis/analyser.js';
export {
  aliasesOf,
  documentTerms,
  passageTerms,
  TITLE_WEIGHT,
  type SearchablePassage,
} from './analysis/passage-terms.js';
