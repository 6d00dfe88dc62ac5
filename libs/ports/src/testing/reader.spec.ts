import { describeReader } from './reader.js';
import { InMemoryReader } from './in-memory-reader.js';

describeReader('InMemoryReader', () => new InMemoryReader(), {
  answered: {
    question: 'Who keeps the lantern of Pell?',
    headings: 'Pell Light',
    passage: 'The ferry leaves at seven. The lantern of Pell, lit each night, is kept by Ines Vane.',
  },
  answer: 'Ines Vane',
  other: {
    question: 'Who keeps the lantern of Pell?',
    headings: 'Ferries',
    passage: 'The ferry leaves at seven and comes back at nine.',
  },
});
