export { SLACK_DAY_ENDING, SlackDayParser } from './slack-day.parser.js';
