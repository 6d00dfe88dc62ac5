import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, ParsedDocument, ParseRequest } from '@arbiter/ports';
import { flattenJson } from './flatten-json.js';
import { parseJson } from './parse-json.js';
import type { TabularRecord } from './tabular-record.js';
import { writeRecords } from './write-records.js';

/** Lines read before other work of the process gets a turn. */
const LINES_PER_TURN = 2_000;
/** Broken lines that are named; the others are counted. */
const MAX_NAMED_LINES = 5;

export interface JsonLines {
  readonly read: number;
  readonly broken: number;
}

/** Reads a JSON value per line, objects as rows with their keys. A line that is broken is left out with a warning. */
export class JsonLinesParser implements DocumentParser {
  readonly name = 'json-lines';
  readonly mediaType = 'application/jsonl';
  readonly extensions = ['.jsonl', '.ndjson'];

  async parse({ bytes, name, signal }: ParseRequest): Promise<ParsedDocument> {
    signal.throwIfAborted();
    const { text, warning } = decodeText({ bytes, name });
    await nextTurn();
    const builder = new ParsedDocumentBuilder();
    if (warning !== undefined) builder.warn(warning);
    const { read, broken } = await readJsonLines(text, builder, signal);
    if (read === 0 && broken > 0) {
      throw new ArbiterError('INVALID_REQUEST', `${name} holds no JSON lines: none of its lines is valid JSON.`, {
        details: { name },
      });
    }
    return builder.build({ metadata: { records: read } });
  }
}

/** Writes the values of all lines that are JSON into a document, and a warning that names the others. */
export async function readJsonLines(
  text: string,
  builder: ParsedDocumentBuilder,
  signal: AbortSignal,
): Promise<JsonLines> {
  const records: TabularRecord[] = [];
  const broken: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (index % LINES_PER_TURN === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
    if (line.trim() === '') continue;
    const value = parseJson(line);
    if (value === undefined) broken.push(index + 1);
    else records.push(flattenJson(value));
  }
  if (records.length > 0) await writeRecords(builder, records, { level: 1, signal });
  if (broken.length > 0) builder.warn(brokenLines(broken));
  return { read: records.length, broken: broken.length };
}

function brokenLines(lines: readonly number[]): string {
  const named = lines.slice(0, MAX_NAMED_LINES).join(', ');
  const rest = lines.length - MAX_NAMED_LINES;
  const more = rest > 0 ? ` and ${rest} more` : '';
  return lines.length === 1
    ? `Line ${named} is not valid JSON and was left out.`
    : `Lines ${named}${more} are not valid JSON and were left out.`;
}
