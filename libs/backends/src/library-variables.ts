import { z } from 'zod';
import { variable, wholeNumber, type ConfigValues } from '@arbiter/platform';

/** Six heartbeats: more than a worker that is busy with a long document is silent. */
const DEFAULT_LEASE_SECONDS = 30;

const PLACES = ['filesystem', 'nats'] as const;

/** Where the library is kept beside its indexes; spread it into the `variables` of whoever reads or writes it. */
export const libraryVariables = {
  documentStore: variable({
    env: 'DOCUMENT_STORE',
    schema: z.enum(PLACES),
    default: 'filesystem',
    description:
      'Where documents, their entities and the manifests of collections are kept: files of the data directory, or JetStream on the broker of NATS_URL, so that arms on different hosts need no disk in common. All arms must be told the same.',
    common: true,
    // The arm that puts documents there says so; those that read them look into the same section.
    publishedIn: 'ingestion_worker',
  }),
};

export type LibrarySettings = ConfigValues<typeof libraryVariables>;

/** Where jobs are kept, for whoever queues and runs them. */
export const jobQueueVariables = {
  jobQueue: variable({
    env: 'JOB_QUEUE',
    schema: z.enum(PLACES),
    default: 'filesystem',
    description:
      'Where ingestion jobs are kept: a log in the data directory, for one worker, or JetStream on the broker of NATS_URL, from which any number of workers take them. `nats` needs DOCUMENT_STORE=nats.',
  }),
  jobLeaseSeconds: variable({
    env: 'JOB_LEASE_SECONDS',
    schema: wholeNumber(1, 3_600),
    default: DEFAULT_LEASE_SECONDS,
    description:
      'With JOB_QUEUE=nats: how long a worker may give no sign of life before its job is given to another. All workers must be told the same.',
  }),
};

export type JobQueueSettings = ConfigValues<typeof jobQueueVariables>;
