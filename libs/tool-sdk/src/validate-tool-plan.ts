import { ArbiterError, ToolPlan, type ToolStep } from '@arbiter/contracts';
import type { z } from 'zod';
import { referencesIn, parameterIssuesOf, type ParameterIssue } from './tool-parameters.js';
import { planBatches } from './plan-batches.js';

/** A fault of a plan. */
export interface PlanIssue {
  /** The step at fault; null for the plan as a whole. */
  readonly step: string | null;
  readonly kind:
    | 'malformed'
    | 'duplicate-id'
    | 'unknown-tool'
    | 'wrong-parameters'
    | 'unknown-dependency'
    | 'unknown-reference'
    | 'cycle';
  readonly message: string;
}

/** Where tools are found by their names: a ToolRegistry is one. */
export interface ToolFinder {
  find(name: string): { readonly inputSchema: z.ZodType } | undefined;
}

/**
 * A plan of which every step can run: known tools, parameters that fit their schemas, dependencies that exist and do not
 * lead back. Values that are references are checked when they are known, before the tool runs.
 *
 * @param plan as it came, from a model or a client
 * @throws ArbiterError INVALID_REQUEST, with every PlanIssue and its path in `details.issues`
 */
export function validateToolPlan(plan: unknown, tools: ToolFinder): ToolPlan {
  const parsed = ToolPlan.safeParse(plan);
  const issues: readonly PlanIssue[] = parsed.success
    ? planIssues(parsed.data.steps, tools)
    : parameterIssuesOf(parsed.error).map(({ message }) => ({ step: null, kind: 'malformed', message }));
  if (parsed.success && issues.length === 0) return parsed.data;
  throw new ArbiterError('INVALID_REQUEST', `The plan cannot run: ${issues[0]?.message ?? ''}`, {
    details: { issues: issues.map((issue) => ({ path: pathOf(issue), ...issue })) },
  });
}

/** Path of the faulty field, as in the error of any invalid request. */
function pathOf({ step }: PlanIssue): string {
  return step === null ? 'plan' : `plan.steps.${step}`;
}

function planIssues(steps: readonly ToolStep[], tools: ToolFinder): PlanIssue[] {
  const known = new Map(steps.map((step) => [step.id, step]));
  const issues = steps.flatMap((step, index) => [
    ...(steps.findIndex(({ id }) => id === step.id) < index
      ? [{ step: step.id, kind: 'duplicate-id' as const, message: `two steps are called "${step.id}"` }]
      : []),
    ...step.dependencies
      .filter((id) => !known.has(id))
      .map((id) => ({
        step: step.id,
        kind: 'unknown-dependency' as const,
        message: `step "${step.id}" depends on "${id}", which is no step`,
      })),
    ...callIssues(step, step.tool, step.parameters, known, tools),
    ...(step.fallback
      ? callIssues(step, step.fallback.tool, step.fallback.parameters ?? step.parameters, known, tools)
      : []),
  ]);
  return issues.length > 0 ? issues : cycleIssues(steps);
}

/** Only asked of plans whose dependencies all exist: what is stuck then waits for itself. */
function cycleIssues(steps: readonly ToolStep[]): PlanIssue[] {
  const { stuck } = planBatches(steps);
  if (stuck.length === 0) return [];
  const message = `steps wait for each other: ${stuck.map(({ id }) => `"${id}"`).join(', ')}`;
  return [{ step: null, kind: 'cycle', message }];
}

function callIssues(
  { id }: ToolStep,
  toolName: string,
  parameters: Readonly<Record<string, unknown>>,
  steps: ReadonlyMap<string, ToolStep>,
  tools: ToolFinder,
): PlanIssue[] {
  const tool = tools.find(toolName);
  if (!tool)
    return [{ step: id, kind: 'unknown-tool', message: `step "${id}" names the tool "${toolName}", which is none` }];
  const references = referencesIn(parameters);
  const before = predecessorsOf(id, steps);
  const parsed = tool.inputSchema.safeParse(parameters);
  return [
    ...references
      .filter(({ reference }) => !before.has(reference.$from))
      .map(({ reference }) => ({
        step: id,
        kind: 'unknown-reference' as const,
        message: `step "${id}" refers to "${reference.$from}", on which it does not depend`,
      })),
    ...(parsed.success ? [] : parameterIssuesOf(parsed.error))
      .filter((issue) => !references.some(({ path }) => isWithin(issue, path)))
      .map(({ message }) => ({
        step: id,
        kind: 'wrong-parameters' as const,
        message: `step "${id}", ${toolName}: ${message}`,
      })),
  ];
}

/** Ids of all steps that have ended when a step begins. */
function predecessorsOf(id: string, steps: ReadonlyMap<string, ToolStep>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (from: string): void => {
    for (const dependency of steps.get(from)?.dependencies ?? []) {
      if (found.has(dependency)) continue;
      found.add(dependency);
      visit(dependency);
    }
  };
  visit(id);
  return found;
}

function isWithin(issue: ParameterIssue, path: readonly (string | number)[]): boolean {
  return path.every((key, index) => issue.path[index] === key);
}
