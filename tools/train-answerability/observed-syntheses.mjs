// Keeps what the extractive synthesiser was given and what it gave. The arm has no door for this, so that its class is wrapped here,
// and nowhere else.
import { ExtractiveSynthesizer } from '../../apps/retriever-arm/dist/synthesis/extractive-synthesizer.js';

/** @returns a list that grows with each synthesis of this process: its task, its answer, and the reader that it read with */
export function observeSyntheses() {
  const syntheses = [];
  const synthesize = ExtractiveSynthesizer.prototype.synthesize;
  ExtractiveSynthesizer.prototype.synthesize = async function (task, signal) {
    const answer = await synthesize.call(this, task, signal);
    syntheses.push({ task, answer, reader: this.reader });
    return answer;
  };
  return syntheses;
}
