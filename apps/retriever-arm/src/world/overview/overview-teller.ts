import type { CitedStatement, OperationInput, OperationOutput, tellOverview } from '@arbiter/contracts';
import { isAboutWhole } from '@arbiter/knowledge-graph';
import type { CollectionCatalog } from '@arbiter/ports';
import { readGlobalQuestion } from '@arbiter/question-types';
import type { TimeBudget } from '../../calls/time-budget.js';
import { DocumentReader, type ReadableDocuments } from '../document-reader.js';
import { type WorldReader, worldsAsked } from '../world-reader.js';
import type { Synthesizer } from '../../synthesis/synthesizer.js';
import { communityReports, type CommunityReport, type RatedSentence } from './community-sentences.js';
import { writeOverview } from './generated-overview.js';

export interface OverviewPorts {
  readonly catalog: Pick<CollectionCatalog, 'list'>;
  readonly worlds: Pick<WorldReader, 'worldAt'>;
  readonly documents: ReadableDocuments;
  /** Null where no language model is set up: the communities then answer in the words of their documents. */
  readonly writer: Synthesizer | null;
}

const MOST_SENTENCES = 8;
/** Fewer sentences are no overview: passages may answer better. */
const FEWEST_SENTENCES = 2;
const MOST_OF_COMMUNITY = 2;
/** Of the best score, a sentence has at least this share. */
const FLOOR = 0.3;

/** Answers questions about the documents as a whole, by what each community of their graph says about the topic. */
export class OverviewTeller {
  constructor(private readonly ports: OverviewPorts) {}

  /** @throws ArbiterError of the stores */
  async tell(
    { query, collections, asOfSession, ...terms }: OperationInput<typeof tellOverview>,
    signal: AbortSignal,
    time: TimeBudget,
  ): Promise<OperationOutput<typeof tellOverview>> {
    const question = readGlobalQuestion(query);
    if (!question) return { statements: [], mode: 'extractive' };
    const reader = new DocumentReader(this.ports.documents, signal);
    const { writer } = this.ports;
    const reports: CommunityReport[] = [];
    for await (const world of worldsAsked(this.ports, { collections, asOfSession }, signal))
      if (isAboutWhole(question, world.graph))
        reports.push(...(await communityReports(question, world, reader, { withContext: writer !== null })));
    if (!writer || reports.length === 0) return { statements: extractStatements(reports), mode: 'extractive' };
    const { statements, ...report } = await writeOverview(query, reports, writer, { terms, signal, time });
    if (statements.length > 0) return { statements: [...statements], mode: 'generated', ...report };
    return { statements: extractStatements(reports), mode: 'extractive', ...report };
  }
}

/** The reduce step without a language model: the best sentences, few of each community. */
function extractStatements(reports: readonly CommunityReport[]): CitedStatement[] {
  const isSingle = reports.filter(({ sentences }) => sentences.length > 0).length === 1;
  const offered = reports
    .flatMap(({ sentences }) => sentences.slice(0, isSingle ? MOST_SENTENCES : MOST_OF_COMMUNITY))
    .sort((a, b) => b.score - a.score);
  const best = offered[0]?.score ?? 0;
  const chosen: RatedSentence[] = [];
  for (const sentence of offered) {
    if (chosen.length === MOST_SENTENCES || (!isSingle && sentence.score < FLOOR * best)) break;
    if (!chosen.some((one) => isSame(one, sentence))) chosen.push(sentence);
  }
  if (chosen.length < FEWEST_SENTENCES) return [];
  return chosen.map(({ text, passage }) => ({ text: `${text} [1]`, passages: [passage] }));
}

/** Whether two say the same: in the same words, or in sentences of which one holds the other. */
function isSame(a: RatedSentence, b: RatedSentence): boolean {
  const overlap = Math.min(a.passage.end, b.passage.end) - Math.max(a.passage.start, b.passage.start);
  const isOverlapping = a.passage.documentId === b.passage.documentId && overlap > 0;
  return a.text === b.text || (isOverlapping && (a.text.includes(b.text) || b.text.includes(a.text)));
}
