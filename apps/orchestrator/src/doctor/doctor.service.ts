import {
  type AnyOperation,
  ArbiterError,
  describeContext,
  doctor,
  type DoctorCheck,
  HEALTH_OPERATIONS,
  listCollections,
  listJobs,
  type OperationInput,
  type OperationOutput,
  type OperationRequest,
  search,
} from '@arbiter/contracts';
import { type Annotations, HandlesOperation, type OperationClient, type OperationContext } from '@arbiter/messaging';
import { ARBITER_VERSION, publicReason } from '@arbiter/platform';
import type { AnswerRecordStore } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';

export interface DoctorPorts {
  /** Reaches the other arms. */
  readonly client: OperationClient;
  /** Null where answers are not kept. */
  readonly answers: Pick<AnswerRecordStore, 'list'> | null;
}

type Finding = Omit<DoctorCheck, 'name'>;
type AskedArm = keyof typeof HEALTH_OPERATIONS;
type Collections = OperationOutput<typeof listCollections>['collections'];

/** Longest wait for one part, in milliseconds. */
const PATIENCE_MS = 5_000;
/** Any word does: the search has to pass the embedder and both indexes. */
const TRIAL = { query: 'arbiter', limit: 1, include_synthesis: false };

/**
 * Examines the running installation by asking its parts: what answers here answers questions, too. Details are words of this
 * file, names of models and engines, and counts; what a part fails with stands in its log.
 */
export class DoctorService {
  constructor(private readonly ports: DoctorPorts) {}

  /** @throws ArbiterError FORBIDDEN for a tenant's caller: the installation is everybody's */
  async examine(context: OperationContext): Promise<OperationOutput<typeof doctor>> {
    if (context.principal?.tenant)
      throw new ArbiterError('FORBIDDEN', 'The installation is that of all tenants: use a key without one.');
    const listed = this.#ask(context, listCollections, {}).then(({ collections }) => collections);
    const arms = (Object.keys(HEALTH_OPERATIONS) as AskedArm[]).map((arm) => this.#examineArm(arm, context));
    const checks = await Promise.all([
      ...arms,
      finding('ingestion worker', async () => {
        await this.#ask(context, listJobs, { limit: 1 });
        return ok('answers');
      }),
      finding('library', async () => describeLibrary(await listed)),
      finding('search', async () => this.#trySearch(await listed, context)),
      finding('answers', async () => describeWriter(await this.#ask(context, describeContext, {}))),
      finding('answer records', () => this.#examineRecords(context)),
    ]);
    const versions = { arbiter: ARBITER_VERSION, node: process.version };
    const software = Object.entries(versions).map(([name, version]): DoctorCheck => ({ name, ...ok(version) }));
    return { version: ARBITER_VERSION, checks: [...software, ...checks.flat()] };
  }

  /** The arm, and what it says of its parts. */
  async #examineArm(arm: AskedArm, context: OperationContext): Promise<DoctorCheck[]> {
    const name = `${arm} arm`;
    try {
      const { status, checks } = await this.#ask(context, HEALTH_OPERATIONS[arm], {});
      const parts = Object.entries(checks).map(([part, check]): DoctorCheck => {
        const of = `${name}: ${part}`;
        if (check.status === 'down') return { name: of, status: 'failed', detail: check.reason, advice: SEE_LOG };
        return { name: of, ...(check.notice === undefined ? ok('up') : { status: 'warning', detail: check.notice }) };
      });
      return [{ name, ...(status === 'ready' ? ok(status) : { status: 'failed', detail: status }) }, ...parts];
    } catch (thrown) {
      context.signal.throwIfAborted();
      if (arm === 'planner')
        return [
          {
            name,
            status: 'warning',
            detail: 'does not answer: questions are searched as they were asked',
            advice: SEE_LOG,
          },
        ];
      return [{ name, ...failed(thrown) }];
    }
  }

  async #trySearch(collections: Collections, context: OperationContext): Promise<Finding> {
    if (collections.every(({ chunks }) => chunks === 0)) return { status: 'warning', detail: 'nothing to search yet' };
    let told: Annotations = new Map();
    await this.#ask(context, search, TRIAL, (annotations) => (told = annotations));
    const degraded = told.get('degraded');
    return degraded === undefined
      ? ok('both indexes answer')
      : { status: 'warning', detail: `without ${degraded}`, advice: SEE_LOG };
  }

  async #examineRecords({ signal }: OperationContext): Promise<Finding> {
    if (!this.ports.answers)
      return {
        status: 'warning',
        detail: 'not kept',
        advice: 'ANSWER_RECORDS=true keeps answers, to open and judge them again.',
      };
    await this.ports.answers.list({ limit: 1 }, signal);
    return ok('kept');
  }

  #ask<O extends AnyOperation>(
    parent: OperationContext,
    operation: O,
    input: OperationRequest<O>,
    onAnnotations?: (annotations: Annotations) => void,
  ): Promise<OperationOutput<O>> {
    const deadlineMs = Math.min(PATIENCE_MS, operation.deadlineMs);
    return this.ports.client.request(operation, input, { parent, deadlineMs, ...(onAnnotations && { onAnnotations }) });
  }
}

const SEE_LOG = 'Its log says why.';

function ok(detail: string): Finding {
  return { status: 'ok', detail };
}

function failed(thrown: unknown): Finding {
  const isAway = thrown instanceof ArbiterError && thrown.code === 'UNAVAILABLE';
  return { status: 'failed', detail: isAway ? 'does not answer' : publicReason(thrown), advice: SEE_LOG };
}

async function finding(name: string, look: () => Promise<Finding> | Finding): Promise<DoctorCheck> {
  try {
    return { name, ...(await look()) };
  } catch (thrown) {
    return { name, ...failed(thrown) };
  }
}

function describeLibrary(collections: Collections): Finding {
  if (collections.every(({ documents }) => documents === 0))
    return { status: 'warning', detail: 'no documents yet', advice: 'arbiter ingest PATH reads some in.' };
  const sum = (of: 'documents' | 'chunks'): number => collections.reduce((total, one) => total + one[of], 0);
  const named = (of: 'embeddingModel' | 'vectorStore' | 'keywordStore'): string =>
    [...new Set(collections.flatMap(({ manifest }) => manifest[of] ?? []))].sort().join(', ') || 'unknown';
  return ok(
    `collections ${collections.length}, documents ${sum('documents')}, chunks ${sum('chunks')}; vectors of ` +
      `${named('embeddingModel')} in ${named('vectorStore')}, words in ${named('keywordStore')}`,
  );
}

function describeWriter({ writer }: OperationOutput<typeof describeContext>): Finding {
  if (writer === 'generated') return ok('written by a language model, and checked');
  return {
    ...ok('made of the sources’ own sentences'),
    advice: 'SYNTHESIS_MODEL adds answers in the words of a language model, checked the same way.',
  };
}

@Controller()
export class DoctorController {
  constructor(@Inject(DoctorService) private readonly service: DoctorService) {}

  @HandlesOperation(doctor)
  examine(_input: OperationInput<typeof doctor>, context: OperationContext) {
    return this.service.examine(context);
  }
}
