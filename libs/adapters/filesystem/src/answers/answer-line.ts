import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { AnswerRecord, AnswerSummary, FlightRecord, MAX_FLIGHT_BYTES } from '@arbiter/contracts';
import { z } from 'zod';
import { parseJson } from '../read-text-file.js';

const compress = promisify(gzip);
const expand = promisify(gunzip);

/** A record on disk. The flight is ten times as long as the rest and compresses to a fifth: gzip, in base64. */
const AnswerLine = AnswerRecord.extend({ flight: z.string().nullable().default(null) });
/** Only what lists show. */
const SummaryLine = z.object(AnswerSummary.shape);

/** Only the documents that were read. */
const DocumentsLine = AnswerRecord.pick({ documents: true });

/** Longer than any flight may be, so that a damaged line does not fill the memory. */
const LONGEST_FLIGHT = 4 * MAX_FLIGHT_BYTES;

export async function encodeAnswerLine({ flight, ...record }: AnswerRecord): Promise<Record<string, unknown>> {
  return { ...record, flight: flight && (await compress(JSON.stringify(flight))).toString('base64') };
}

/**
 * @returns null for what is no record: a line that a crash has cut short. A flight that cannot be read, such as one of a
 *   later version, costs the record nothing else
 */
export async function decodeAnswerLine(line: Buffer): Promise<AnswerRecord | null> {
  const { data } = AnswerLine.safeParse(parseJson(line.toString('utf8')));
  return data ? { ...data, flight: data.flight === null ? null : await decodeFlight(data.flight) } : null;
}

/** As {@link decodeAnswerLine}, without the work for the flight. */
export function decodeSummaryLine(line: Buffer): AnswerSummary | null {
  return SummaryLine.safeParse(parseJson(line.toString('utf8'))).data ?? null;
}

/** @returns null for a line that does not say which documents were read */
export function documentsInLine(line: Buffer): readonly string[] | null {
  return z.object(DocumentsLine.shape).safeParse(parseJson(line.toString('utf8'))).data?.documents ?? null;
}

async function decodeFlight(encoded: string): Promise<FlightRecord | null> {
  try {
    const bytes = await expand(Buffer.from(encoded, 'base64'), { maxOutputLength: LONGEST_FLIGHT });
    return FlightRecord.safeParse(parseJson(bytes.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
