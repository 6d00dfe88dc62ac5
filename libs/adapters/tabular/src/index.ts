export { CsvParser } from './csv.parser.js';
export { JsonLinesParser } from './json-lines.parser.js';
export { JsonParser } from './json.parser.js';
export { SettingsParser } from './settings.parser.js';
