import { readFile } from 'node:fs/promises';

/** Memory of this process by kind, in bytes. */
export interface ProcessMemory {
  /** All of the following. */
  readonly rss: number;
  /** The process's own: heaps, stacks, what the C library keeps. */
  readonly anonymous: number;
  /** Pages of files that are mapped: programs, models, the embedding cache. The system takes them back when it needs them. */
  readonly files: number;
  /** Of the files, that of the embedding cache. */
  readonly cacheFile: number;
  /** Of JavaScript, main thread. */
  readonly heapUsed: number;
  /** Held by JavaScript outside of its heap: buffers and arrays. */
  readonly external: number;
}

const KIBIBYTE = 1_024;
const CACHE_FILE = /\/embeddings\/[^/]*\.mdb$/;

/** @returns null where there is no /proc */
export async function processMemory(): Promise<ProcessMemory | null> {
  const [status, maps] = await Promise.all(
    ['status', 'smaps'].map((file) => readFile(`/proc/self/${file}`, 'utf8').catch(() => '')),
  );
  if (!status || maps === undefined) return null;
  const { heapUsed, external } = process.memoryUsage();
  return {
    rss: fieldOf(status, 'VmRSS'),
    anonymous: fieldOf(status, 'RssAnon'),
    files: fieldOf(status, 'RssFile') + fieldOf(status, 'RssShmem'),
    cacheFile: residentOf(maps, CACHE_FILE),
    heapUsed,
    external,
  };
}

/** Resident bytes of the mappings whose file has such a path. */
function residentOf(maps: string, path: RegExp): number {
  let counts = false;
  let bytes = 0;
  for (const line of maps.split('\n')) {
    if (/^[0-9a-f]+-[0-9a-f]+ /.test(line)) counts = path.test(line);
    else if (counts && line.startsWith('Rss:')) bytes += fieldOf(line, 'Rss');
  }
  return bytes;
}

function fieldOf(text: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * KIBIBYTE;
}
