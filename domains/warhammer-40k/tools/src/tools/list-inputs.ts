import type { ListedSelection } from '../catalogue/index.js';
import { z } from 'zod';

/** Choices within choices that a list may write down; the deepest published unit has four. */
const MAX_DEPTH = 6;

/** Built level by level: a schema that refers to itself has no plain form as JSON Schema. */
function selectionSchema(depth: number): z.ZodType<ListedSelection> {
  const fields = {
    name: z.string().min(1).max(200).describe('As the data call it.'),
    number: z.int().min(1).max(1_000).exactOptional().describe('How many; one where it is absent.'),
    models: z.int().min(1).max(1_000).exactOptional().describe('Models of each, where it is a unit without options.'),
  };
  if (depth === MAX_DEPTH) return z.strictObject(fields);
  const options = z
    .array(selectionSchema(depth + 1))
    .max(200)
    .exactOptional();
  return z.strictObject({ ...fields, options: options.describe('Models, weapons and other choices of it.') });
}

export const Units = z.array(selectionSchema(0)).min(1).max(200);

export const Faction = z.string().min(1).max(200).describe('Whose list it is, such as "Thornwood Host".');
export const ForceName = z
  .string()
  .min(1)
  .max(200)
  .exactOptional()
  .describe('Which kind of force, where the game has several; the first where it is absent.');
export const Points = z.number().min(0).max(1_000_000).describe('What the list may cost, in points.');
