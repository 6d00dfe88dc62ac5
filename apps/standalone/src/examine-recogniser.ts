import { TesseractRecogniser } from '@arbiter/adapters-tesseract';
import type { IngestionWorkerConfig } from '@arbiter/ingestion-worker';
import type { DoctorFinding } from './doctor.js';

/** Whether scanned pages are read: by a program that people install themselves. */
export async function examineRecogniser(
  { searchPath, ocrLanguages }: Pick<IngestionWorkerConfig, 'searchPath' | 'ocrLanguages'>,
  timeoutMs: number,
): Promise<Omit<DoctorFinding, 'name'>> {
  const recogniser = new TesseractRecogniser({ searchPath, languages: ocrLanguages, timeoutMs });
  const { ok, detail } = await recogniser.health(AbortSignal.timeout(timeoutMs));
  return ok ? { status: 'ok', detail } : { status: 'missing', detail, adds: 'the text of scanned pages in PDF files' };
}
