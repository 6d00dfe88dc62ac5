import type { Arm } from '@arbiter/contracts';
import type { OperationClient } from '@arbiter/messaging';
import type { OnSentencesJudged } from '@arbiter/retriever-arm';
import type { OnAnswerRead } from '@arbiter/validator-arm';
import type { Registry } from 'prom-client';

export interface StandaloneOptions {
  /** All configuration comes from here. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start. */
  readonly cwd: string;
  /** Serve the orchestrator and the retriever over HTTP, or answer in process only. */
  readonly http: boolean;
  /** The arms whose operations will be called; all when absent. Of the others not even the code is loaded. */
  readonly arms?: readonly Arm[];
  /** Networks that load at once, beside everything else, for a process that needs them first of all. */
  readonly warm?: readonly Network[];
  /** Further folders that hold domain packs. */
  readonly domainsDirectories?: readonly string[];
  /** Jobs may name paths below INGESTION_ROOTS only, even without an HTTP server: another party requests them. */
  readonly servesOthers?: boolean;
  /** Open the library without the writer's lock: questions and searches only. */
  readonly readOnly?: boolean;
  /** Takes the metrics of all arms; an own one when absent. */
  readonly registry?: Registry;
  /** Receives the features by which each answer is judged. The tool that fits its confidence learns from them. */
  readonly onAnswerRead?: OnAnswerRead;
  /** Receives the features by which each question's sentences are judged, likewise. */
  readonly onSentencesJudged?: OnSentencesJudged;
}

/** What turns texts into vectors, and what reads passages for an answer. */
export type Network = 'embedder' | 'reader';

export interface Standalone {
  readonly client: OperationClient;
  readonly urls: { readonly orchestrator: string | null; readonly retriever: string | null };
  /** Absolute. */
  readonly dataDirectory: string;
  close(): Promise<void>;
}
