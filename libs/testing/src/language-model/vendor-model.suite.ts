import { ArbiterError } from '@arbiter/contracts';
import type { LanguageModel } from '@arbiter/ports';
import { describe, expect, it } from '@jest/globals';
import { freePort } from '../free-port.js';
import { startHttpStandIn } from '../http-stand-in.js';
import { ask, closingAfterEach, neverAborted, REQUEST } from './vendor-steps.js';

export interface VendorModelAddress {
  readonly url: string;
  /** Default: the one that the stand-in has. */
  readonly model?: string;
  /** Default: the right one. */
  readonly apiKey?: string;
}

export interface VendorModelTraits {
  /** A model at an address that is not retried. */
  readonly modelAt: (address: VendorModelAddress) => LanguageModel;
  /** A stand-in that has one model, takes one key, and has no replies. */
  readonly open: () => Promise<{ readonly url: string; close(): Promise<void> }>;
  /** Appended to the address of a server. */
  readonly basePath?: string;
  /** Null where the vendor takes no key. */
  readonly key: {
    readonly wrong: string;
    /** With what every key begins: nothing that leaves the adapter may hold it. */
    readonly prefix: string;
    readonly setting: string;
    /** The vendor is asked for counts of tokens; else they are estimated, and no key is needed. */
    readonly guardsTokenCounts: boolean;
  } | null;
  /** A model that the stand-in does not have, and what the error says of it. */
  readonly missing: { readonly model: string; readonly says: string };
  /** Message of the error if no server listens. */
  readonly unreachable: string;
  readonly contentType: string;
  /** Streams that end in good order, but too early; and one that is not what the protocol says. */
  readonly streams: { readonly unfinished: string; readonly notJson: string; readonly badArguments: string | null };
}

/**
 * What a language model over HTTP must do that only its wire can show: where keys, models and servers are missing or
 * wrong, and where a stream breaks the protocol. `describeLanguageModel` has the rest.
 */
export function describeVendorModel(name: string, traits: VendorModelTraits): void {
  const { modelAt, key, missing, streams } = traits;

  describe(`${name} over the wire`, () => {
    const closing = closingAfterEach();
    const modelOver = async (body: string): Promise<LanguageModel> => {
      const server = await startHttpStandIn((_, answer) => answer.stream(traits.contentType, body, 'end'));
      return modelAt({ url: closing(server).url + (traits.basePath ?? '') });
    };

    if (key !== null)
      it('does not take a wrong key, and keeps it to itself', async () => {
        const model = modelAt({ url: closing(await traits.open()).url, apiKey: key.wrong });
        const calls: (() => Promise<unknown>)[] = [() => ask(model), () => model.health(neverAborted())];
        if (key.guardsTokenCounts) calls.push(() => model.countTokens(REQUEST, { signal: neverAborted() }));
        for (const call of calls) {
          const error = await call().then(String, (thrown: unknown) => thrown);
          expect(error).toBeInstanceOf(ArbiterError);
          expect(error).toMatchObject({ code: 'UNAUTHENTICATED', message: expect.stringContaining(key.setting) });
          expect(JSON.stringify([String(error), (error as ArbiterError).details])).not.toContain(key.prefix);
        }
      });

    it('says which model it does not have', async () => {
      const model = modelAt({ url: closing(await traits.open()).url, model: missing.model });
      const expected = { code: 'NOT_FOUND', message: expect.stringContaining(missing.says) };
      await expect(model.health(neverAborted())).rejects.toMatchObject(expected);
      await expect(ask(model)).rejects.toMatchObject(expected);
    });

    it('is unavailable where nobody listens', async () => {
      const model = modelAt({ url: `http://127.0.0.1:${await freePort()}${traits.basePath ?? ''}` });
      const expected = {
        code: 'UNAVAILABLE',
        details: { reason: 'unreachable' },
        message: expect.stringContaining(traits.unreachable),
      };
      await expect(ask(model)).rejects.toMatchObject(expected);
      await expect(model.health(neverAborted())).rejects.toMatchObject(expected);
    });

    it('is unavailable when its stream ends in good order, but too early', async () => {
      await expect(ask(await modelOver(streams.unfinished))).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        details: { reason: 'unreachable' },
      });
    });

    const malformed = { code: 'UNAVAILABLE', details: { reason: 'malformed-answer' } };

    it('is unavailable when it sends what is not JSON', async () => {
      await expect(ask(await modelOver(streams.notJson))).rejects.toMatchObject(malformed);
    });

    const { badArguments } = streams;
    if (badArguments !== null)
      it('is unavailable when the arguments of a tool are not JSON, and names the tool', async () => {
        await expect(ask(await modelOver(badArguments))).rejects.toMatchObject({
          ...malformed,
          message: expect.stringContaining('"look_up"'),
        });
      });
  });
}
