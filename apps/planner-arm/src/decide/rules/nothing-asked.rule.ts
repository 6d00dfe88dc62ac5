import { giveUp, type DecisionRule } from './decision-rule.js';

/** What asks nothing of the documents is not searched for in them. */
export const nothingAsked: DecisionRule = {
  name: 'nothing-asked',
  decide(view) {
    switch (view.queryType) {
      case 'conversational':
        return giveUp(view, 'this asks nothing that documents could answer.');
      case 'out_of_scope':
        return giveUp(view, 'no document can tell this.');
      default:
        return null;
    }
  },
};
