import { annotationHeader, HTTP_HEADERS, TIMING_ANNOTATION } from '@arbiter/contracts';
import type { Annotations } from '@arbiter/messaging';
import type { Response } from 'express';

/** `Arbiter-Mode` for `mode`, and so on; durations also under the name that browsers and proxies know. */
export function setAnnotationHeaders(res: Response, annotations: Annotations): void {
  for (const [name, value] of annotations) res.setHeader(annotationHeader(name), value);
  const timing = annotations.get(TIMING_ANNOTATION);
  if (timing !== undefined) res.setHeader(HTTP_HEADERS.serverTiming, timing);
}
