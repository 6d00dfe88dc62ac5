export { MailParser, type PartReaders } from './mail.parser.js';
