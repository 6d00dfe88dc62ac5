import { ClientError, type OutputOf } from '@arbiter/client';
import { server } from '../../server/server.js';

/** A file, and its path from the folder that was chosen. */
export type NamedFile = readonly [path: string, file: File];

interface UploadOptions {
  readonly signal: AbortSignal;
  /** Gets 0–1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Sends files to the server, to be read by a job afterwards. By XMLHttpRequest, because `fetch` does not say how far it has come.
 *
 * @throws ClientError; AbortError when the signal ends it
 */
export function uploadFiles(
  files: readonly NamedFile[],
  { signal, onProgress }: UploadOptions,
): Promise<OutputOf<'upload'>['uploads']> {
  const form = new FormData();
  for (const [path, file] of files) form.append('files', file, path);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${server.baseUrl}/v1/uploads`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ClientError('The upload broke off.', 'UNAVAILABLE', 0, true));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onload = () => {
      const { status, responseText } = request;
      if (status === 201) resolve((JSON.parse(responseText) as OutputOf<'upload'>).uploads);
      else void ClientError.fromResponse(new Response(responseText, { status })).then(reject);
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
