import type { StandInAnswer } from '@arbiter/testing';

/** What Ollama says of a model that nobody has pulled. */
export function refuseModel(answer: StandInAnswer, model: string): Promise<void> {
  return answer.json(404, { error: `model "${model}" not found, try pulling it first` });
}
