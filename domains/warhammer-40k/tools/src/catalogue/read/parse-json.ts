import { ArbiterError } from '@arbiter/contracts';
import { isRecord, type CatalogueRecord } from '../model/catalogue-record.js';
import { MAX_DEPTH } from './limits.js';

/**
 * Reads the JSON form.
 *
 * @throws ArbiterError INVALID_REQUEST for what is no JSON, no catalogue, or beyond the limits
 */
export function parseJson(text: string, name: string): CatalogueRecord {
  const document = parse(text, name);
  if (!isRecord(document) || !(isRecord(document.catalogue) || isRecord(document.gameSystem))) {
    throw refused(name, 'is no catalogue: it holds neither "catalogue" nor "gameSystem"');
  }
  checkDepth(document, name);
  return document;
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused(name, 'is not valid JSON', cause);
  }
}

/** Without recursion, since depth is what is checked. */
function checkDepth(document: CatalogueRecord, name: string): void {
  let level: unknown[] = [document];
  // A list and its nodes are two levels of JSON and two elements of XML.
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw refused(name, `is nested deeper than ${MAX_DEPTH} levels`);
    level = level.flatMap((value) =>
      Object.values<unknown>(value as Record<string, unknown>).filter((one) => typeof one === 'object' && one !== null),
    );
  }
}

function refused(name: string, why: string, cause?: unknown): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `${name} ${why}.`, { details: { name }, cause });
}
