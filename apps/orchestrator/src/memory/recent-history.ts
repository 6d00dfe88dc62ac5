import type { SessionMessage } from '@arbiter/contracts';
import { estimateTokens } from '@arbiter/text';

/**
 * The newest messages that fit into a budget, oldest first. A message that alone is too long ends the history: older ones
 * without it would read as if it had not been said.
 *
 * @param maxTokens as `estimateTokens` counts, ≥ 0
 */
export function recentHistory(messages: readonly SessionMessage[], maxTokens: number): readonly SessionMessage[] {
  let tokens = 0;
  let from = messages.length;
  while (from > 0) {
    tokens += estimateTokens(messages[from - 1]?.content ?? '');
    if (tokens > maxTokens) break;
    from -= 1;
  }
  return messages.slice(from);
}
