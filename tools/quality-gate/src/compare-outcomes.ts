import { compareAnswers, seededRandom, type AnswerComparison, type AnswerOutcome } from '@arbiter/evaluation';

export interface AnswerVerdictOfGate {
  readonly passed: boolean;
  readonly comparison: AnswerComparison;
  /** Questions that ended as they should before and no longer do, with how they end now. */
  readonly fallen: readonly { readonly id: string; readonly before: string; readonly after: string }[];
}

/** One-sided: a rise is no reason to fail. */
const SIGNIFICANT = 0.05;
const SEED = 20_260_101;

/**
 * Whether the answers are as good as before. It fails if either share has fallen by more than chance allows one time in
 * twenty: correct answers of the answerable questions, or declined ones of the unanswerable. It also fails if the questions
 * differ. The two shares are tested apart, since declining more raises the one while the other falls.
 */
export function compareOutcomes(
  before: readonly AnswerOutcome[],
  after: readonly AnswerOutcome[],
): AnswerVerdictOfGate {
  const comparison = compareAnswers(before, after, { random: () => seededRandom(SEED), alternative: 'less' });
  const { correct, declined, lost, unmatched } = comparison;
  const hasFallen = [correct, declined].some(
    (share) => share !== null && share.difference < 0 && share.pValue < SIGNIFICANT,
  );
  const outcomeIn = (run: readonly AnswerOutcome[], id: string): string =>
    run.find((one) => one.id === id)?.outcome ?? '';
  return {
    passed: !hasFallen && unmatched.length === 0,
    comparison,
    fallen: lost.map((id) => ({ id, before: outcomeIn(before, id), after: outcomeIn(after, id) })),
  };
}

/** The verdict as people read it; every question that fell on a line of its own. */
export function describeOutcomes(set: string, { passed, comparison, fallen }: AnswerVerdictOfGate): string {
  const { correct, declined, gained, unmatched } = comparison;
  const shares = [
    { name: 'correct', share: correct },
    { name: 'rightly declined', share: declined },
  ].flatMap(({ name, share }) =>
    share === null
      ? []
      : [`${name} ${share.after.toFixed(3)}, was ${share.before.toFixed(3)} (p ${share.pValue.toFixed(4)})`],
  );
  const lines = [
    `${set}: ${shares.join('; ')}: ${passed ? 'passed' : 'FAILED'}`,
    ...fallen.map((question) => `  ${question.id}: ${question.before} → ${question.after}`),
    ...(gained.length === 0 ? [] : [`  gained: ${gained.join(', ')}`]),
  ];
  if (unmatched.length > 0) {
    lines.push(`  The baseline is of other questions (${unmatched.join(', ')}): npm run quality -- answers --update`);
  }
  return `${lines.join('\n')}\n`;
}
