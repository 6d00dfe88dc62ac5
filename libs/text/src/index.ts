export { isWhiteSpace, type Span } from './span.js';
export { carryOut, type Steps } from './steps.js';
export { isInjected, seekingInjection } from './injection/is-injected.js';
export { evidenceIn, findingQuotableSpans, quotableSpans, readingEvidence } from './injection/quotable-spans.js';
export { holdsActiveContent } from './injection/active-content.js';
export { firstFrom } from './markup/first-from.js';
export { linksAsText } from './markup/links-as-text.js';
export { withoutEmphasis } from './markup/without-emphasis.js';
export { type LinkForm, withoutLinks } from './markup/without-links.js';
export { addressesIn, findingUnfoundedAddress, unfoundedAddress } from './injection/web-addresses.js';
export { LEADS_UP } from './sentences/leads-up.js';
export { readingSentences, splitSentences } from './sentences/split-sentences.js';
export { languageOfParagraph, type TextLanguage } from './sentences/text-language.js';
export { headingPath, headingsOfPath } from './sentences/heading-path.js';
export {
  eachTerm,
  eachToken,
  normalizeTerm,
  STOP_WORDS,
  type Term,
  terms,
  termSet,
  type Token,
  tokenize,
} from './tokens/terms.js';
export { CompoundWords, type CompoundRules } from './compounds/compound-words.js';
export { slugOf } from './tokens/slug.js';
export { spacedWords } from './tokens/spaced-words.js';
export { stem } from './tokens/stem.js';
export {
  AnalysedCoverage,
  type CoverageTerm,
  coverageTerms,
  questionTerms,
  rarityOf,
  type RelatedTerm,
  readingHeldTerms,
  TermCoverage,
} from './questions/term-coverage.js';
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
export { estimateTokens } from './estimate-tokens.js';
export { datesIn, type DateMention } from './mentions/dates-in.js';
export { foldNumberWords } from './mentions/number-words.js';
export { namesIn, type NameMention, type NamesOptions } from './mentions/names-in.js';
export { deniesImplicitly, negationsIn, type NegationMention } from './mentions/negations-in.js';
export { quotationsIn } from './mentions/quotations-in.js';
export { numbersIn, type NumberMention } from './mentions/numbers-in.js';
export { askedKind, type AskedKind } from './questions/asked-kind.js';
export { editDistance, repeatedQuestion } from './questions/repeated-question.js';
export { canonicalQuestion } from './questions/canonical-question.js';
export {
  aliasesOf,
  type Analyser,
  ANALYSER_NAMES,
  analyserForLanguage,
  type AnalyserName,
  analyserNamed,
  documentTerms,
  passageTerms,
  type SearchablePassage,
} from './analysis.js';
