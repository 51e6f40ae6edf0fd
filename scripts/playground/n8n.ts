/** `npm run n8n`: everything to try the package in a real n8n. `-- --reset` deletes the data first. */
import { runPlayground } from './run';

void runPlayground();
