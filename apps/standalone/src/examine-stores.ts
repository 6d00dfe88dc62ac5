import { join } from 'node:path';
import { withDeadline } from '@arbiter/adapter-kit/resilience';
import { openIndexes, type StoreSettings } from '@arbiter/backends';
import { ArbiterError } from '@arbiter/contracts';
import type { ChunkIndexHealth, KeywordIndex, VectorIndex } from '@arbiter/ports';

/** An index as people know it: which server may keep it, and what for. */
interface StoreDescription {
  readonly name: string;
  /** The variable that names the server. */
  readonly variable: 'QDRANT_URL' | 'ELASTICSEARCH_URL';
  readonly adds: string;
}

const VECTORS: StoreDescription = {
  name: 'vector store',
  variable: 'QDRANT_URL',
  adds: 'vectors on a Qdrant server, for more chunks than one machine holds',
};
const KEYWORDS: StoreDescription = {
  name: 'keyword store',
  variable: 'ELASTICSEARCH_URL',
  adds: 'keywords on an Elasticsearch server, for more chunks than one machine holds',
};

interface ExaminedStore extends StoreDescription {
  /** Whether it is on a server. */
  readonly configured: boolean;
}

/** What both kinds of index can be asked. */
type ChunkIndex = Pick<VectorIndex | KeywordIndex, 'health'>;

export interface DoctorFinding {
  readonly name: string;
  /** `missing` is a choice, `error` needs mending. */
  readonly status: 'ok' | 'missing' | 'error';
  readonly detail: string;
  /** What it would add if it were there. */
  readonly adds?: string;
}

export interface StoreSurroundings {
  /** The data directory; absolute. */
  readonly directory: string;
  /** Longest wait for a server, in milliseconds. */
  readonly patienceMs: number;
}

/** Asks the configured stores how they are, vectors first. Changes nothing, and never throws for what it finds. */
export async function examineStores(
  settings: StoreSettings,
  { directory, patienceMs }: StoreSurroundings,
): Promise<DoctorFinding[]> {
  const vectors = { ...VECTORS, configured: settings.qdrantUrl !== undefined };
  const keywords = { ...KEYWORDS, configured: settings.elasticsearchUrl !== undefined };
  try {
    const indexes = await openIndexes(settings, { directory: join(directory, 'indexes'), mode: 'read-only' });
    try {
      const { signal } = new AbortController();
      const look = async (store: ExaminedStore, index: ChunkIndex): Promise<DoctorFinding> => {
        const options = { timeoutMs: patienceMs, what: `The ${store.name}` };
        return findingOf(store, await withDeadline(signal, options, (own) => index.health(own)).catch(unhealthy));
      };
      return await Promise.all([look(vectors, indexes.vectorIndex), look(keywords, indexes.keywordIndex)]);
    } finally {
      await indexes.close();
    }
  } catch (thrown) {
    return [vectors, keywords].map((store) => findingOf(store, unhealthy(thrown)));
  }
}

function findingOf(
  { name, variable, adds, configured }: ExaminedStore,
  { ok, detail }: ChunkIndexHealth,
): DoctorFinding {
  if (!ok) return { name, status: 'error', detail: configured ? `${variable}: ${detail}` : detail };
  const sentence = detail.replace(/\.$/, '');
  return { name, status: 'ok', detail: configured ? sentence : `${sentence}; ${variable} would add: ${adds}` };
}

function unhealthy(thrown: unknown): ChunkIndexHealth {
  return { ok: false, detail: ArbiterError.from(thrown).message };
}
