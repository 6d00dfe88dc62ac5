export { BattleScribeParser } from './battlescribe.parser.js';
