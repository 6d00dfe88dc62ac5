export { BattleScribeParser } from './catalogue/battlescribe.parser.js';
export * from './tools/index.js';
