import { InMemoryKeywordIndex } from './in-memory-keyword-index.js';
import { InMemoryVectorIndex } from './in-memory-vector-index.js';
import { describeKeywordIndex } from './keyword-index.suite.js';
import { describeVectorIndex } from './vector-index.suite.js';

describeVectorIndex('InMemoryVectorIndex', () => Promise.resolve(new InMemoryVectorIndex()));
describeKeywordIndex('InMemoryKeywordIndex', () => Promise.resolve(new InMemoryKeywordIndex()));
