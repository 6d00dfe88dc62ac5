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

/** Injection token of what the doctor needs. */
export const DOCTOR_PORTS = Symbol('DoctorPorts');

/** Longest wait for one part, in milliseconds. */
const PATIENCE_MS = 5_000;
/** Any word does: the search has to pass the embedder and both indexes. */
const TRIAL = { query: 'arbiter', limit: 1, include_synthesis: false };
const SEE_LOG = 'Its log says why.';

/**
 * Examines the running installation by asking its parts: what answers here answers questions, too. Details are words of this
 * file, names of models and engines, and counts; what a part fails with stands in its log.
 */
@Controller()
export class DoctorController {
  constructor(@Inject(DOCTOR_PORTS) private readonly ports: DoctorPorts) {}

  /** @throws ArbiterError FORBIDDEN for a tenant's caller: the installation is everybody's */
  @HandlesOperation(doctor)
  async examine(_input: OperationInput<typeof doctor>, context: OperationContext) {
    if (context.principal?.tenant)
      throw new ArbiterError('FORBIDDEN', 'The installation is that of all tenants: use a key without one.');
    const listed = this.ask(context, listCollections, {}).then(({ collections }) => collections);
    const checks = await Promise.all([
      finding('arbiter', () => found('ok', ARBITER_VERSION)),
      finding('node', () => found('ok', process.version)),
      ...(Object.keys(HEALTH_OPERATIONS) as AskedArm[]).map((arm) => this.examineArm(arm, context)),
      finding('ingestion worker', async () => {
        await this.ask(context, listJobs, { limit: 1 });
        return found('ok', 'answers');
      }),
      finding('library', async () => describeLibrary(await listed)),
      finding('search', async () => this.trySearch(await listed, context)),
      finding('answers', async () => {
        const { writer } = await this.ask(context, describeContext, {});
        if (writer === 'generated') return found('ok', 'written by a language model, and checked');
        const advice = 'SYNTHESIS_MODEL adds answers in the words of a language model, checked the same way.';
        return found('ok', 'made of the sources’ own sentences', advice);
      }),
      finding('answer records', async () => {
        await this.ports.answers?.list({ limit: 1 }, context.signal);
        if (this.ports.answers) return found('ok', 'kept');
        return found('warning', 'not kept', 'ANSWER_RECORDS=true keeps answers, to open and judge them again.');
      }),
    ]);
    return { version: ARBITER_VERSION, checks: checks.flat() };
  }

  /** The arm, and what it says of its parts. */
  private async examineArm(arm: AskedArm, context: OperationContext): Promise<DoctorCheck[]> {
    const parts: DoctorCheck[] = [];
    const whole = await finding(`${arm} arm`, async () => {
      const { status, checks } = await this.ask(context, HEALTH_OPERATIONS[arm], {});
      for (const [part, check] of Object.entries(checks)) {
        const name = `${arm} arm: ${part}`;
        if (check.status === 'down') parts.push({ name, ...found('failed', check.reason, SEE_LOG) });
        else parts.push({ name, ...found(check.notice === undefined ? 'ok' : 'warning', check.notice ?? 'up') });
      }
      return found(status === 'ready' ? 'ok' : 'failed', status);
    });
    if (arm !== 'planner' || whole.advice === undefined) return [whole, ...parts];
    return [{ ...whole, status: 'warning', detail: 'does not answer: questions are searched as they were asked' }];
  }

  private async trySearch(collections: Collections, context: OperationContext): Promise<Finding> {
    if (collections.every(({ chunks }) => chunks === 0)) return found('warning', 'nothing to search yet');
    let told: Annotations = new Map();
    await this.ask(context, search, TRIAL, (annotations) => (told = annotations));
    const degraded = told.get('degraded');
    return degraded === undefined
      ? found('ok', 'both indexes answer')
      : found('warning', `without ${degraded}`, SEE_LOG);
  }

  private ask<O extends AnyOperation>(
    parent: OperationContext,
    operation: O,
    input: OperationRequest<O>,
    onAnnotations: (annotations: Annotations) => void = () => undefined,
  ): Promise<OperationOutput<O>> {
    const deadlineMs = Math.min(PATIENCE_MS, operation.deadlineMs);
    return this.ports.client.request(operation, input, { parent, deadlineMs, onAnnotations });
  }
}

function found(status: Finding['status'], detail: string, advice?: string): Finding {
  return { status, detail, ...(advice !== undefined && { advice }) };
}

async function finding(name: string, look: () => Promise<Finding> | Finding): Promise<DoctorCheck> {
  try {
    return { name, ...(await look()) };
  } catch (thrown) {
    const isAway = thrown instanceof ArbiterError && thrown.code === 'UNAVAILABLE';
    return { name, ...found('failed', isAway ? 'does not answer' : publicReason(thrown), SEE_LOG) };
  }
}

function describeLibrary(collections: Collections): Finding {
  if (collections.every(({ documents }) => documents === 0))
    return found('warning', 'no documents yet', 'Add some in the Library, or with `arbiter ingest PATH`.');
  const sum = (of: 'documents' | 'chunks'): number => collections.reduce((total, one) => total + one[of], 0);
  const named = (of: 'embeddingModel' | 'vectorStore' | 'keywordStore'): string =>
    [...new Set(collections.flatMap(({ manifest }) => manifest[of] ?? []))].sort().join(', ') || 'unknown';
  return found(
    'ok',
    `collections ${collections.length}, documents ${sum('documents')}, chunks ${sum('chunks')}; vectors of ` +
      `${named('embeddingModel')} in ${named('vectorStore')}, words in ${named('keywordStore')}`,
  );
}
