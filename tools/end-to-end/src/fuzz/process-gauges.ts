import { send } from '../http-calls.js';

export interface Gauges {
  /** Resident memory in MiB. */
  readonly rss: number;
  /** Longest stall of the event loop since these were last read, in milliseconds (`monitorEventLoopDelay`). */
  readonly stall: number;
}

/** Reads the process metrics of a running program. @param url of its HTTP server */
export async function readGauges(url: string): Promise<Gauges> {
  const { text } = await send(`${url}/metrics`);
  const gauge = (name: string): number => {
    const line = text.split('\n').find((one) => one.startsWith(`${name} `) || one.startsWith(`${name}{`));
    return Number(line?.slice(line.lastIndexOf(' ')));
  };
  return {
    rss: Math.round(gauge('process_resident_memory_bytes') / 2 ** 20),
    stall: Math.round(gauge('nodejs_eventloop_lag_max_seconds') * 1_000),
  };
}
