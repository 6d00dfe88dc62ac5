import { readText } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { readSettings, type SettingsFormat } from './read-settings.js';

/** Of one file; its values take several times as much memory. */
const MAX_LENGTH = 16 * 1_024 * 1_024;

const FORMATS: Readonly<Record<string, SettingsFormat>> = {
  '.yaml': 'yaml',
  '.yml': 'yaml',
  '.toml': 'toml',
  '.json5': 'json5',
  '.jsonc': 'json5',
  '.ini': 'ini',
  '.cfg': 'ini',
  '.conf': 'ini',
  '.properties': 'ini',
};

/**
 * Reads settings (YAML, TOML, JSON5, INI) as JSON is read: each value with the keys that lead to it. Comments on lines of their
 * own come before, as prose. A file that is not valid, such as a template, is read as plain text, with a warning.
 */
export class SettingsParser implements DocumentParser {
  readonly name = 'settings';
  readonly mediaType = 'application/yaml';
  readonly extensions = Object.keys(FORMATS);
  readonly otherMediaTypes = {
    'application/x-yaml': '.yaml',
    'text/yaml': '.yaml',
    'text/x-yaml': '.yaml',
    'application/toml': '.toml',
    'application/json5': '.json5',
  };

  /** @param json reads the values */
  constructor(private readonly json: DocumentParser) {}

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { name, signal } = request;
    const { text, builder } = await readText(request);
    if (text.length > MAX_LENGTH)
      throw new ArbiterError('INVALID_REQUEST', `${name} is too long for a file of settings; save it as .txt.`);
    const ending = /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
    const source = text.replace(/\r\n?/g, '\n');
    const settings = readSettings(source, FORMATS[ending] ?? 'yaml');
    if (settings === null) {
      builder.warn('It is not valid, or grows beyond measure when it is read: its lines were read as plain text.');
      for (const paragraph of source.split(/\n(?:[^\S\n]*\n)+/)) builder.append('paragraph', paragraph);
      return builder.build();
    }
    for (const comment of settings.comments) builder.append('paragraph', comment);
    if (settings.repeats) builder.warn('A key stands more than once in one place; the last of its values counts.');
    let title = '';
    for (const value of settings.values) {
      const values = new TextEncoder().encode(value);
      const parsed = await this.json.parse({ bytes: values, name, signal });
      builder.appendDocument(parsed);
      title ||= parsed.title;
    }
    return builder.build({ title });
  }
}
