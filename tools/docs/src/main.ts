import { generatedFiles } from './generated-files.js';
import { REPOSITORY } from './repository-files.js';
import { staleFiles, writeStale } from './write-documents.js';

const check = process.argv.includes('--check');
const files = await generatedFiles();
const stale = check ? staleFiles(files, REPOSITORY) : writeStale(files, REPOSITORY);
for (const path of stale) process.stdout.write(`${check ? 'out of date' : 'written'}: ${path}\n`);
if (check && stale.length > 0) process.exitCode = 1;
