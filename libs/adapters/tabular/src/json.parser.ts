import { type ParsedDocumentBuilder, readText } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import {
  flattenJson,
  isJsonArray,
  isJsonObject,
  isRecordList,
  type JsonObject,
  type JsonValue,
  parseJson,
  readJsonLines,
} from './json-lines.parser.js';
import { titleOf, writeFields, writeRecords } from './write-records.js';

/** Objects within objects become sections down to this level; deeper ones are fields with longer names. */
const MAX_SECTION_LEVEL = 4;
/** An inner object of fewer values is part of the one around it. */
const MIN_SECTION_FIELDS = 4;

/** Keys that a warning names. */
const MAX_NAMED = 5;

/**
 * Reads JSON: a list of objects as rows with their keys, an object as its fields, with a section for each large object and
 * each list of objects in it. Numbers stay as they are written. A file of JSON lines under this ending is read as such.
 */
export class JsonParser implements DocumentParser {
  readonly name = 'json';
  readonly mediaType = 'application/json';
  readonly extensions = ['.json', '.geojson'];

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { name, signal } = request;
    const { text, builder } = await readText(request);
    if (text.trim() === '') return builder.build();
    const repeated = new Set<string>();
    const value = parseJson(text, (key) => repeated.add(key.slice(0, 100)));
    if (repeated.size > 0)
      builder.warn(
        `A key stands more than once in an object; the last of its values counts: ${[...repeated].slice(0, MAX_NAMED).join(', ')}.`,
      );
    if (value === undefined) {
      const lines = await readJsonLines(text, builder, signal);
      // One line that happens to be JSON does not make a broken file a list of lines.
      if (lines.read > 1 && lines.broken === 0) return builder.build({ metadata: { records: lines.read } });
      throw new ArbiterError(
        'INVALID_REQUEST',
        `${name} is not valid JSON: it is broken, cut short or nested too deep.`,
        {
          details: { name },
        },
      );
    }
    if (isRecordList(value)) {
      await writeRecords(
        builder,
        value.map((record) => flattenJson(record)),
        { level: 1, signal },
      );
      return builder.build({ metadata: { records: value.length } });
    }
    if (!isJsonObject(value)) {
      const items = isJsonArray(value) ? value : [value];
      for (const item of items) writeFields(builder, flattenJson(item));
      return builder.build();
    }
    await writeObject(value, 1, builder, signal);
    return builder.build({ title: titleOf(flattenJson(value).filter(({ name: field }) => field !== 'id')) ?? '' });
  }
}

/** The plain fields of an object first, since a section has no end but the next. */
async function writeObject(
  object: JsonObject,
  level: number,
  builder: ParsedDocumentBuilder,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const isInner = (child: JsonValue): boolean => level <= MAX_SECTION_LEVEL && deservesSection(child);
  const entries = Object.entries(object);
  for (const [key, child] of entries) if (!isInner(child)) writeFields(builder, flattenJson(child, key));
  for (const [key, child] of entries) {
    if (!isInner(child)) continue;
    builder.heading(key, level);
    if (isRecordList(child)) {
      await writeRecords(
        builder,
        child.map((record) => flattenJson(record)),
        { level: level + 1, signal },
      );
    } else if (isJsonObject(child)) await writeObject(child, level + 1, builder, signal);
  }
}

function deservesSection(value: JsonValue): boolean {
  if (isRecordList(value)) return true;
  return isJsonObject(value) && Object.keys(value).length >= MIN_SECTION_FIELDS;
}
