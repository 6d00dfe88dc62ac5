import { startHttpStandIn, type HttpStandIn } from '@arbiter/testing';

/** Hands requests on to a server, and breaks the connection instead of those that `breaks` picks. */
export async function startFaultyProxy(
  upstream: string,
  /** @param target method and path; @param done how many were handed on before */
  breaks: (target: string, done: number) => boolean,
): Promise<HttpStandIn> {
  let done = 0;
  return startHttpStandIn(async ({ target, body }, answer) => {
    if (breaks(target, done)) return answer.stream('application/json', '{', 'cut');
    done += 1;
    const [method = 'GET', path = '/'] = target.split(' ');
    const response = await fetch(`${upstream}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    });
    return answer.json(response.status, await response.json());
  });
}
