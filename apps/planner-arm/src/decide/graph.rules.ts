import { EXPAND_ENTITIES_TOOL, offeredAs, ownName, PREVIEW_TOOL } from '../tools/offered-tools.js';
import { searchCall } from '../tools/tool-call.js';
import { goOn, hasRun, wasNotShown, type AgentView, type DecisionRule } from './decision-rule.js';

/**
 * The searches have found nothing sure, or nothing that an answer could be shown from: the knowledge graph may name what no
 * passage says in the words of the question. Once a question.
 */
export const askGraph: DecisionRule = {
  name: 'ask-graph',
  decide(view) {
    const tool = offeredAs(view.request.tools, PREVIEW_TOOL);
    if (!tool || !isStuck(view) || hasRun(PREVIEW_TOOL, view)) return null;
    return goOn(
      searchCall(tool, view.request.query),
      'The searches are not enough: look at what the knowledge graph names.',
    );
  },
};

/** Previews say only what there is: what is worth its tokens is expanded, which the tool chooses. */
export const expandPreviewed: DecisionRule = {
  name: 'expand-previewed',
  decide(view) {
    const tool = offeredAs(view.request.tools, EXPAND_ENTITIES_TOOL);
    const isPreviewed = view.request.findings.some(
      ({ tool: name, objects }) => ownName(name) === PREVIEW_TOOL && objects > 0,
    );
    if (!tool || !isPreviewed || hasRun(EXPAND_ENTITIES_TOOL, view)) return null;
    return goOn({ tool: tool.name, inputs: {} }, 'Read what is known of the things that the knowledge graph names.');
  },
};

/** Nothing is left to search for, and a part of the question has no sure passage, or the answer could not be shown. */
function isStuck(view: AgentView): boolean {
  const { current, pursuits } = view;
  return current === null && (wasNotShown(view) || pursuits.some(({ outcome }) => outcome !== 'found'));
}
