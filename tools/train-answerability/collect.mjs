// Asks the questions of packs through the shipped pipeline, and writes drafts, candidate sentences and lists of each.
// node tools/train-answerability/collect.mjs DUMP.jsonl DATA_DIR PACK…
import { createWriteStream } from 'node:fs';
import { readTrainingPack } from '../train-usefulness/dist/collect-drafts.js';
const R = new URL('../../', import.meta.url).href;
const { query, submitJob, watchJob } = await import(R + 'libs/contracts/dist/index.js');
const { matchesAnswer } = await import(R + 'libs/evaluation/dist/index.js');
const { startStandalone } = await import(R + 'apps/standalone/dist/index.js');
const S = R + 'apps/retriever-arm/dist/synthesis/';
const { ExtractiveSynthesizer } = await import(S + 'extractive-synthesizer.js');
const { candidateSentences } = await import(S + 'candidate-sentences.js');
const { scoreByWords } = await import(S + 'score-sentences.js');
const { COSINE_WEIGHT } = await import(S + 'reading/embedding-reader.js');
const { findLists } = await import(S + 'find-lists.js');
const { cosineOfUnitVectors } = await import(R + 'libs/ports/dist/index.js');
let tasks = [];
const original = ExtractiveSynthesizer.prototype.synthesize;
ExtractiveSynthesizer.prototype.synthesize = async function (task, signal) {
  const out = await original.call(this, task, signal);
  tasks.push({ task, out, self: this });
  return out;
};
const seen = [];
const [outFile, dataDir, ...packsDirs] = process.argv.slice(2);
const st = await startStandalone({
  env: {
    ARBITER_DATA_DIR: dataDir,
    VALIDATION_ANSWERABILITY: 'false',
    SYNTHESIS_ANSWERABILITY: 'false',
    LOG_LEVEL: 'error',
  },
  cwd: process.cwd(),
  http: false,
  onUsefulness: (j) => seen.push(j),
});
const file = createWriteStream(outFile);
for (const dir of packsDirs) {
  const pack = await readTrainingPack(dir);
  const { id } = await st.client.request(
    submitJob,
    { collection: pack.name, sources: [{ kind: 'path', path: pack.documents }] },
    {},
  );
  await st.client.request(watchJob, { jobId: id }, { deadlineMs: 900000 });
  for (const q of pack.questions) {
    tasks = [];
    seen.length = 0;
    const answer = await st.client.request(
      query,
      { query: q.question, collections: [pack.name] },
      { deadlineMs: 120000 },
    );
    const drafts = [...new Map(seen.splice(0).map((j) => [j.answer, j])).values()].map((j) => ({
      answer: j.answer,
      queryType: j.queryType,
      features: j.features,
      correct: matchesAnswer(j.answer, q).correct,
    }));
    const first = tasks[0];
    let candidates = [],
      lists = [];
    if (first) {
      const { task, self } = first;
      const passages = task.passages.slice(0, 12);
      const cands = candidateSentences(passages);
      const words = scoreByWords(q.question, cands);
      const top = [...words].sort((a, b) => b.score - a.score).slice(0, 30);
      const signal = AbortSignal.timeout(60000);
      const [qv] = await self.reader.embedder.embed([q.question], { kind: 'query', signal });
      const vs = await self.reader.embedder.embed(
        top.map(({ candidate: c }) => (c.passage.title ? `${c.passage.title}. ${c.text}` : c.text)),
        { kind: 'document', urgent: true, signal },
      );
      candidates = top
        .map(({ candidate, score }, i) => ({
          candidate,
          score: score + COSINE_WEIGHT * cosineOfUnitVectors(qv, vs[i]),
        }))
        .map(({ candidate: c, score }) => ({
          score,
          text: c.text,
          title: c.passage.title,
          section: c.passage.section,
          before: c.passage.text.slice(Math.max(0, c.start - c.passage.start - 300), c.start - c.passage.start),
          documentId: c.passage.documentId,
          rank: c.rank,
          start: c.start,
          end: c.end,
        }));
      lists = findLists(task.passages)
        .slice(0, 8)
        .map((l) => ({
          items: l.items.map((i) => i.text),
          title: l.passage.title,
          section: l.passage.section,
          rank: l.rank,
        }));
    }
    const passagesOut = first
      ? first.task.passages.slice(0, 12).map((p) => ({
          title: p.title,
          section: p.section,
          text: p.text,
          documentId: p.documentId,
          path: p.uri ?? p.source ?? '',
          start: p.start,
        }))
      : [];
    const attempts = tasks.map(({ task, out }) => ({
      queryType: task.queryType,
      sub: task.subQueries,
      text: out.text,
      citations: out.citations,
      sentences: out.sentences,
    }));
    file.write(
      JSON.stringify({ pack: pack.name, q, answer, drafts, attempts, candidates, lists, passages: passagesOut }) + '\n',
    );
  }
  process.stderr.write(`${pack.name} ${new Date().toISOString()}\n`);
}
file.end();
await new Promise((r) => file.on('finish', r));
await st.close();
process.exit(0);
