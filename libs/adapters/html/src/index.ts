export { HtmlParser } from './html.parser.js';
