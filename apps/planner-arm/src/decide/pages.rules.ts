import { offeredAs, READ_PAGES_TOOL, SEARCH_PAGES_TOOL } from '../tools/offered-tools.js';
import { searchCall } from '../tools/tool-call.js';
import { goOn, hasRun, wasNotShown, type AgentView, type DecisionRule } from './decision-rule.js';

/** What stands in a picture rather than in sentences. */
const DRAWN =
  /\b(?:diagrams?|schematics?|charts?|graphs?|figures?|drawings?|drawn|pictures?|pictured|maps?|plans?|floor ?plans?|tables?|layouts?|photos?|photographs?|sketch(?:es)?|illustrations?|colou?rs?)\b/i;

/** The searches of text have found nothing, or no answer that could be shown, or little of what is drawn: look at pages. Once a question. */
export const searchPages: DecisionRule = {
  name: 'search-pages',
  decide(view) {
    const tool = offeredAs(view.request.tools, SEARCH_PAGES_TOOL);
    if (!tool || view.current || hasRun(SEARCH_PAGES_TOOL, view) || !needsPages(view)) return null;
    return goOn(searchCall(tool, view.request.query), 'The text is not enough: look for a page that shows it.');
  },
};

/** The tool is offered only once pages were found. */
export const readPages: DecisionRule = {
  name: 'read-pages',
  decide(view) {
    const tool = offeredAs(view.request.tools, READ_PAGES_TOOL);
    if (!tool || view.current || hasRun(READ_PAGES_TOOL, view)) return null;
    return goOn({ tool: tool.name, inputs: {} }, 'Read what the pages that were found show.');
  },
};

function needsPages(view: AgentView): boolean {
  const { pursuits, request } = view;
  if (wasNotShown(view) || pursuits.every(({ outcome }) => outcome === 'empty')) return true;
  return DRAWN.test(request.query) && pursuits.some(({ outcome }) => outcome !== 'found');
}
