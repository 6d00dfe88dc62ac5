import { ArbiterError } from '@arbiter/contracts';

/** @throws ArbiterError INVALID_REQUEST naming the variable that needs a broker, where none is set */
export function brokerOf(variable: string, { natsUrl }: { readonly natsUrl: string | undefined }): string {
  if (natsUrl !== undefined) return natsUrl;
  throw new ArbiterError('INVALID_REQUEST', `${variable}=nats needs a broker with JetStream: set NATS_URL.`);
}
