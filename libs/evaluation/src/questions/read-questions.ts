import { ArbiterError } from '@arbiter/contracts';
import { readJsonLines } from '../json-lines/read-json-lines.js';
import { Question } from './question.js';

/**
 * Reads `eval/questions.jsonl`.
 *
 * @param jsonl the content of the file
 * @param file its name, for messages
 * @throws ArbiterError INVALID_REQUEST that names file and line of the first line that is no question, or whose id an
 *   earlier line has
 */
export function readQuestions(jsonl: string, file: string): Question[] {
  const lineOf = new Map<string, number>();
  return readJsonLines(jsonl, file, Question).map(({ value, line }) => {
    const earlier = lineOf.get(value.id);
    if (earlier !== undefined) {
      throw new ArbiterError('INVALID_REQUEST', `${file}:${line}: the id "${value.id}" is that of line ${earlier}.`, {
        details: { file, line },
      });
    }
    lineOf.set(value.id, line);
    return value;
  });
}
