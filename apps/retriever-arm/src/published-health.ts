import type { RequestHandler } from 'express';
import type { ChunkIndexHealth, KeywordIndex, VectorIndex } from '@arbiter/ports';

/** Longest wait for a store to say how it is, in milliseconds: probes come every few seconds. */
const PROBE_MS = 2_000;

/** The published `GET /health` (design document 003): `{ status, vector_db, keyword_engine }`, 503 when either is down. */
export function publishedHealth(vectorIndex: VectorIndex, keywordIndex: KeywordIndex): RequestHandler {
  return async (_req, res) => {
    const [vector, keyword] = await Promise.all([vectorIndex, keywordIndex].map(stateOf));
    const healthy = vector === 'connected' && keyword === 'connected';
    res
      .status(healthy ? 200 : 503)
      .json({ status: healthy ? 'healthy' : 'unhealthy', vector_db: vector, keyword_engine: keyword });
  };
}

async function stateOf(index: { health(signal: AbortSignal): Promise<ChunkIndexHealth> }): Promise<string> {
  try {
    return (await index.health(AbortSignal.timeout(PROBE_MS))).ok ? 'connected' : 'unavailable';
  } catch {
    return 'unavailable';
  }
}
