import { ArbiterError, deleteDocument, getDocument, shownLine, submitJob } from '@arbiter/contracts';
import { isInputRequiredResult, type CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Library } from '../library.js';
import { documentsAt } from '../resources/read-document.js';
import { isSame } from '../resources/read-entity.js';
import { formatDocumentUri, parseDocumentUri } from '../resources/resource-uris.js';
import { errorResult } from '../tools/call-tool.js';
import { textContent } from '../tools/mcp-tool.js';
import type { Outcome, Person } from './person.js';

/** Nobody chooses among more. */
const MAX_CHOICES = 20;
const MAX_SOURCES_SHOWN = 10;

interface AskedCall {
  readonly name: string;
  readonly args: unknown;
  readonly person: Person;
  readonly library: Library;
  readonly run: (args: unknown) => Promise<CallToolResult>;
}

/**
 * Runs a tool for a client that can ask its person: before the library is changed, and where several things are meant. An
 * argument that does not fit is left for the tool to refuse.
 */
export async function callAsking(call: AskedCall): Promise<Outcome> {
  switch (call.name) {
    case 'ingest':
      return confirmed(call, describeIngestion(call.args), 'Read them into the library');
    case 'delete-document':
      return confirmed(call, await describeDeletion(call), 'Delete the document');
    case 'read-document':
      return readChosen(call);
    case 'find-entities':
      return findChosen(call);
    default:
      return call.run(call.args);
  }
}

async function confirmed({ args, person, run }: AskedCall, question: string | null, yes: string): Promise<Outcome> {
  const agreed = question === null || person.confirm(question, yes);
  if (isInputRequiredResult(agreed)) return agreed;
  return agreed ? run(args) : errorResult(new ArbiterError('CANCELLED', 'The person at the client did not agree.'));
}

function describeIngestion(args: unknown): string | null {
  const request = submitJob.input.safeParse(args);
  if (!request.success) return null;
  const { collection, sources } = request.data;
  const named = sources.map((source) => {
    const { kind, repository, url, path, name } = source as Partial<Record<string, string>>;
    return shownLine(repository ?? url ?? path ?? name ?? kind ?? '');
  });
  const more = named.length - MAX_SOURCES_SHOWN;
  return [
    `Read into the collection "${collection}"?`,
    ...named.slice(0, MAX_SOURCES_SHOWN),
    ...(more > 0 ? [`… and ${more} more`] : []),
    ...(sources.some(({ kind }) => kind === 'path')
      ? ['What has gone from a folder is deleted from the library.']
      : []),
  ].join('\n');
}

async function describeDeletion({ args, library }: AskedCall): Promise<string | null> {
  const request = deleteDocument.input.safeParse(args);
  if (!request.success) return null;
  const document = await library.find(getDocument, request.data);
  if (!document) return null;
  const { title, source, collection } = document;
  return `Delete ${shownLine(title === '' ? source : `"${title}" (${source})`)} from the collection "${collection}"? It cannot be undone.`;
}

/** A path may be that of several documents. */
async function readChosen({ args, person, library, run }: AskedCall): Promise<Outcome> {
  const given = z.looseObject({ uri: z.string() }).safeParse(args);
  const address = given.success ? parseDocumentUri(given.data.uri) : null;
  if (!given.success || address?.id !== null) return run(args);
  const documents = (await documentsAt(address, library)).slice(0, MAX_CHOICES);
  if (documents.length < 2) return run(args);
  const chosen = person.choose(
    `${documents.length} documents are at ${shownLine(given.data.uri)}. Which one is meant?`,
    documents,
    ({ title, collection, updatedAt }) => `${title} (${collection}, of ${updatedAt})`,
  );
  if (isInputRequiredResult(chosen)) return chosen;
  return run(chosen ? { ...given.data, uri: formatDocumentUri({ ...address, id: chosen.id }) } : args);
}

/** As far as it has to be known to tell entities apart. */
const FoundEntity = z.looseObject({ name: z.string(), type: z.string(), collection: z.string() });
const Found = z.looseObject({ entities: z.array(FoundEntity) });

/** A name may be that of several things. Who chooses none is shown all. */
async function findChosen({ args, person, run }: AskedCall): Promise<Outcome> {
  const result = await run(args);
  const given = z.looseObject({ name: z.string() }).safeParse(args);
  const found = Found.safeParse(result.structuredContent);
  if (!given.success || !found.success) return result;
  const named = found.data.entities.filter(({ name }) => isSame(name, given.data.name)).slice(0, MAX_CHOICES);
  if (named.length < 2) return result;
  const message = `${named.length} things are called "${shownLine(given.data.name)}". Which one is meant?`;
  const chosen = person.choose(message, named, describeEntity);
  if (isInputRequiredResult(chosen)) return chosen;
  if (!chosen) return result;
  return {
    ...result,
    content: [textContent(`Meant is ${describeEntity(chosen)}.\n${JSON.stringify(chosen)}`)],
    structuredContent: { ...found.data, entities: [chosen] },
  };
}

function describeEntity({ name, type, collection }: z.output<typeof FoundEntity>): string {
  return `${name} (${type} of ${collection})`;
}
