import type { RetryPolicy } from '@arbiter/contracts';
import type { LanguageModel } from '@arbiter/ports';
import {
  ScriptedVendor,
  STATUS_OF_FAILURE,
  type LanguageModelStage,
  type ReceivedPrompt,
  type ScriptedReply,
  type StageOptions,
} from '@arbiter/ports/testing';
import { startHttpStandIn, type ReceivedRequest, type StandInAnswer } from '../http-stand-in.js';

/** A stage whose vendor is a server over HTTP. */
export interface VendorStage<Body> extends LanguageModelStage {
  /** The vendor's address, as given to the model. */
  readonly url: string;
  /** Bodies of the generations, as they came over the wire. */
  readonly bodies: readonly Body[];
}

/** A reply that is streamed. */
export type StreamedReply = Exclude<ScriptedReply, { readonly type: 'failure' }>;

export interface Refusal {
  readonly status: number;
  readonly retryAfter?: string | undefined;
  /** The model that was asked for, where that is what is wrong. */
  readonly model?: string;
  /** The model sees no pictures. */
  readonly seesNoPictures?: true;
}

/** How one vendor speaks: what differs from the others in what it takes and how it answers. */
export interface VendorProtocol<Body extends { readonly model: string }> {
  /** The only model that the vendor has. */
  readonly model: string;
  /** Method and path of a generation. */
  readonly target: string;
  readonly contentType: string;
  /** Path that is appended to the server's address for a client. */
  readonly basePath?: string;
  /** The vendor's published schema of a generation. */
  readonly body: {
    safeParse(
      value: unknown,
    ): { readonly success: true; readonly data: Body } | { readonly success: false; readonly error: Error };
  };
  promptOf(body: Body): ReceivedPrompt;
  streamOf(reply: StreamedReply): string;
  refuse(answer: StandInAnswer, refusal: Refusal): Promise<void>;
  /**
   * Answers whatever comes before it is looked at as a generation: a wrong key, another path.
   *
   * @returns null for what it leaves to the stage
   */
  answerFirst(request: ReceivedRequest, answer: StandInAnswer, violations: string[]): Promise<void> | null;
  /** Default: {@link STATUS_OF_FAILURE}. */
  readonly statusOf?: Readonly<Partial<typeof STATUS_OF_FAILURE>>;
}

/** A vendor's server with a script, and a model that asks it through the vendor's real SDK. */
export async function openVendorStage<Body extends { readonly model: string }>(
  { replies, retry }: StageOptions,
  protocol: VendorProtocol<Body>,
  create: (url: string, retry: RetryPolicy) => LanguageModel,
): Promise<VendorStage<Body>> {
  const vendor = new ScriptedVendor(replies);
  const bodies: Body[] = [];

  const server = await startHttpStandIn((request, answer) => {
    const first = protocol.answerFirst(request, answer, vendor.violations);
    if (first !== null) return first;
    if (request.target !== protocol.target) {
      vendor.violations.push(`no such request: ${request.target}`);
      return protocol.refuse(answer, { status: 404 });
    }
    const body = protocol.body.safeParse(JSON.parse(request.body));
    if (!body.success) {
      vendor.violations.push(body.error.message);
      return protocol.refuse(answer, { status: 400 });
    }
    bodies.push(body.data);
    const { model } = body.data;
    if (model !== protocol.model) return protocol.refuse(answer, { status: 404, model });
    const reply = vendor.replyTo(protocol.promptOf(body.data));
    if (reply.type === 'failure') {
      const status = protocol.statusOf?.[reply.code] ?? STATUS_OF_FAILURE[reply.code];
      const about = reply.seesNoPictures && { seesNoPictures: reply.seesNoPictures };
      return protocol.refuse(answer, { status, retryAfter: reply.retryAfter, ...about });
    }
    return answer.stream(protocol.contentType, protocol.streamOf(reply), reply.type === 'answer' ? 'end' : reply.type);
  });

  const url = server.url + (protocol.basePath ?? '');
  const model = create(url, retry);
  return {
    model,
    url,
    bodies,
    received: vendor.received,
    violations: vendor.violations,
    untilAbandoned: (count) => server.untilAbandoned(count),
    close: async () => {
      await model.close();
      await server.close();
    },
  };
}

/** The header by which a vendor says when to come back. */
export function retryAfterHeader(retryAfter: string | undefined): Readonly<Record<string, string>> {
  return retryAfter === undefined ? {} : { 'retry-after': retryAfter };
}
