import { ClientError, type OutputOf } from '@arbiter/client';
import { server } from '../../server/server.js';

type UploadAnswer = OutputOf<'upload'>;
export type Upload = UploadAnswer['uploads'][number];

/**
 * Sends files to the server, to be read by a job afterwards. By XMLHttpRequest, because `fetch` does not say how far it has come.
 *
 * @param onProgress gets 0–1
 * @throws ClientError; AbortError when the signal ends it
 */
export function uploadFiles(
  files: readonly File[],
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
): Promise<readonly Upload[]> {
  const form = new FormData();
  for (const file of files) form.append('files', file, file.webkitRelativePath || file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${server.baseUrl}/v1/uploads`);
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ClientError('The upload broke off.', 'UNAVAILABLE', 0, true));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve((JSON.parse(responseText) as UploadAnswer).uploads);
      else void ClientError.fromResponse(new Response(responseText, { status })).then(reject);
    };
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
