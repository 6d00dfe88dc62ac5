import { InMemoryKeywordIndex, InMemoryVectorIndex } from './in-memory-chunk-indexes.js';
import { describeKeywordIndex } from './keyword-index.suite.js';
import { describeVectorIndex } from './vector-index.suite.js';

describeVectorIndex('InMemoryVectorIndex', () => Promise.resolve(new InMemoryVectorIndex()));
describeKeywordIndex('InMemoryKeywordIndex', () => Promise.resolve(new InMemoryKeywordIndex()));
