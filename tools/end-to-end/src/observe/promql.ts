import { parser } from '@prometheus-io/lezer-promql';
import type { SyntaxNode } from '@lezer/common';

/** What an expression asks for: each metric with the labels that it names, and labels by which results are grouped. */
export interface UsedMetric {
  readonly name: string;
  readonly labels: readonly string[];
  /** Values that matchers name, by label; those of a regular expression one by one. */
  readonly values: Readonly<Record<string, readonly string[]>>;
}

/** Grafana's own variables, as durations and intervals: any will do for the grammar. */
const GRAFANA: readonly [RegExp, string][] = [
  [/\$__rate_interval|\$__interval|\$__range/g, '5m'],
  [/\$\{?[a-z_]+(:[a-z]+)?\}?/gi, 'variable'],
];

/**
 * Reads an expression with the grammar that Prometheus' own editor uses.
 *
 * @returns each metric, with the labels of its matchers and those by which the aggregation around it groups
 * @throws SyntaxError naming the place, for what is no PromQL
 */
export function readPromql(expression: string): UsedMetric[] {
  const text = GRAFANA.reduce((given, [pattern, value]) => given.replace(pattern, value), expression);
  const tree = parser.parse(text);
  tree.iterate({
    enter(node) {
      if (node.type.isError) throw new SyntaxError(`no PromQL at ${node.from}: ${text}`);
    },
  });
  const used: UsedMetric[] = [];
  tree.iterate({
    enter({ node }) {
      if (node.name !== 'VectorSelector') return;
      const identifier = node.getChild('Identifier');
      if (!identifier) throw new SyntaxError(`a selector without the name of a metric: ${text}`);
      used.push({
        values: valuesIn(node, text),
        name: text.slice(identifier.from, identifier.to),
        labels: [...labelsIn(node, 'LabelName', text), ...groupingsAround(node, text)],
      });
    },
  });
  return used;
}

function labelsIn(node: SyntaxNode, kind: string, text: string): string[] {
  const found: string[] = [];
  node.cursor().iterate((each) => {
    if (each.name === kind) found.push(text.slice(each.from, each.to));
  });
  return found;
}

/** Values of the matchers of a selector: `code=~"A|B"` names two. Those with other signs of a pattern are left out. */
function valuesIn(node: SyntaxNode, text: string): Record<string, string[]> {
  const values: Record<string, string[]> = {};
  node.cursor().iterate((each) => {
    if (!each.name.endsWith('LabelMatcher')) return;
    const [, label = '', given = ''] = /^([a-zA-Z_]\w*)\s*[!=]~?\s*"(.*)"$/.exec(text.slice(each.from, each.to)) ?? [];
    values[label] = [...(values[label] ?? []), ...given.split('|').filter((value) => /^[\w.-]+$/.test(value))];
  });
  return values;
}

/** Labels of `by (…)` of all aggregations that the selector stands in. */
function groupingsAround(node: SyntaxNode, text: string): string[] {
  const labels: string[] = [];
  for (let parent = node.parent; parent; parent = parent.parent) {
    const modifier = parent.name === 'AggregateExpr' ? parent.getChild('AggregateModifier') : null;
    if (modifier) labels.push(...labelsIn(modifier, 'LabelName', text));
  }
  return labels;
}
