import { generateLoad } from './generate-load.js';
import { LoadPlan } from './load-plan.js';

// A process of its own, so that its share of the processor can be told from the server's.
const plan = LoadPlan.parse(JSON.parse(process.argv[2] ?? ''));
process.stdout.write(JSON.stringify(await generateLoad(plan)));
