import { StoredDocumentSchema } from '@arbiter/ports';
import { z } from 'zod';

/** The content of a description file. `text` is the name of the text file that belongs to it. */
export const DescriptionFile = z.object({ text: z.string().min(1), document: StoredDocumentSchema });
export type DescriptionFile = z.output<typeof DescriptionFile>;
