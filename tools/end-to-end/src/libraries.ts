import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  startElasticsearch,
  startQdrant,
  startServerLink,
  type RunningElasticsearch,
  type RunningQdrant,
  type ServerLink,
} from '@arbiter/testing';
import { WORKSPACE } from './installation.js';

const DOMAIN = join(WORKSPACE.root, 'domains', 'lantern-coast');

/** Folder of the sample domain's documents. */
export const DOMAIN_DOCUMENTS = join(DOMAIN, 'documents');

/** The first questions of the sample domain's training part. */
export async function trainingQuestions(count: number): Promise<string[]> {
  const lines = (await readFile(join(DOMAIN, 'eval', 'questions.jsonl'), 'utf8')).trimEnd().split('\n');
  const questions = lines.map((line) => JSON.parse(line) as { readonly part: string; readonly question: string });
  return questions
    .filter(({ part }) => part === 'train')
    .slice(0, count)
    .map(({ question }) => question);
}

/** Servers for one library, each behind a link, with names that no other library on them has. */
export class StoreServers {
  readonly prefix = `test-${randomUUID().slice(0, 8)}`;

  private constructor(
    private readonly elasticsearch: RunningElasticsearch,
    private readonly qdrant: RunningQdrant,
    readonly keywordLink: ServerLink,
    readonly vectorLink: ServerLink,
  ) {}

  static async start(): Promise<StoreServers> {
    const [elasticsearch, qdrant] = await Promise.all([startElasticsearch(), startQdrant()]);
    const [keywords, vectors] = [await startServerLink(elasticsearch.url), await startServerLink(qdrant.url)];
    return new StoreServers(elasticsearch, qdrant, keywords, vectors);
  }

  /** Environment variables that make a program keep its library here. */
  env(): Record<string, string> {
    const { ELASTICSEARCH_API_KEY } = process.env;
    return {
      QDRANT_URL: this.vectorLink.url,
      QDRANT_COLLECTION: this.prefix,
      ...(this.qdrant.apiKey !== undefined && { QDRANT_API_KEY: this.qdrant.apiKey }),
      ELASTICSEARCH_URL: this.keywordLink.url,
      ELASTICSEARCH_INDEX: this.prefix,
      ...(ELASTICSEARCH_API_KEY !== undefined && { ELASTICSEARCH_API_KEY }),
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.keywordLink.close(), this.vectorLink.close()]);
    await Promise.all([this.elasticsearch.stop(), this.qdrant.stop()]);
  }
}
