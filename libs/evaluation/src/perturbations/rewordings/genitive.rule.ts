import type { RewordingRule } from './rewording-rule.js';

const ROLES =
  'captain|master|mistress|owner|keeper|daughter|son|brother|sister|wife|husband|mother|father|warden|clerk|judge|engineer|head|leader|ruler|capital|founder|author|guildmaster|harbourmaster|landlady|landlord|apprentice|granddaughter|grandson|niece|nephew|heir|king|queen|mayor|governor|chief|president|director|population|captains|members|gates|walls|roof|name';
const NAME = '\\p{Lu}[\\p{L}]+(?: \\p{Lu}[\\p{L}]+){0,2}';
const OF = new RegExp(
  `\\b([Tt])he (${ROLES}) of ((?:the )?${NAME})(?=[.,]| (?:is|was|has|in|on|at|from|since|with|when|for|until)\\b)`,
  'u',
);

/** "the captain of the Watch" and "the Watch's captain". */
export const genitive: RewordingRule = {
  name: 'genitive',
  reword(sentence) {
    const found = OF.exec(sentence);
    if (!found) return null;
    const [whole, letter = '', role = '', owner = ''] = found;
    // "the captain of Y, and Z", "the captain of Y, a town": what follows may belong to the owner.
    const after = sentence.slice(found.index + whole.length);
    if (/^,? (?:and|or|an?|the|one|who|whose|which|where)\b/.test(after)) return null;
    const first = letter === 'T' ? owner.charAt(0).toUpperCase() + owner.slice(1) : owner;
    return `${sentence.slice(0, found.index)}${first}${owner.endsWith('s') ? '’' : '’s'} ${role}${after}`;
  },
};
