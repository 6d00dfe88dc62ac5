import { readGlobalQuestion } from './global-question.js';
import { readSelection } from './selection-question.js';

/**
 * What a question has to be answered from, as far as its form tells. `global`: the documents as a whole. `selection`: all things of a kind,
 * which are counted or listed. `local`: passages, as every question that does not clearly have one of the other forms.
 */
export type QuestionScope = 'local' | 'global' | 'selection';

export function scopeOf(query: string): QuestionScope {
  if (readGlobalQuestion(query)) return 'global';
  return readSelection(query) ? 'selection' : 'local';
}
