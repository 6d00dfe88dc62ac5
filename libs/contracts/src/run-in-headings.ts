import { z } from 'zod';

/**
 * Key of a chunk's metadata with the headings that stand at the head of its paragraphs, set in bold: "Returning books." before what it
 * says of them. Absent: it has none.
 */
export const RUN_IN_HEADINGS = 'run_in_headings';

/** Ascending. Offsets in the document, as those of the passage. */
const RunInHeadings = z.array(z.object({ start: z.int().min(0), end: z.int().min(0) }));

/** The run-in headings of a passage; empty if it has none, or was stored without them. */
export function runInHeadingsOf(metadata: Readonly<Record<string, unknown>>): z.output<typeof RunInHeadings> {
  const { success, data } = RunInHeadings.safeParse(metadata[RUN_IN_HEADINGS]);
  return success ? data : [];
}
