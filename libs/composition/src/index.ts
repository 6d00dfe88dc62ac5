export { speakRow, type SpeakRowOptions } from './tables/speak-row.js';
export { rowSpan, spokenSpan, type SpokenRow, type SpokenSegment } from './tables/spoken-text.js';
