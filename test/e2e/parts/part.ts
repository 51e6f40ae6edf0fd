import type { RequirementName } from '../../../scripts/requirements';
import type { World } from '../../../harness/n8n/world';

/** One part of the end-to-end tests; they are listed in index.ts. */
export interface Part {
	/** What `npm run e2e -- NAME` calls it. */
	readonly name: string;
	/** One line for the list of parts. */
	readonly about: string;
	/** Whether a plain `npm run e2e` runs it. */
	readonly isBase: boolean;
	/** What it needs of the machine, beside n8n. */
	readonly needs: readonly RequirementName[];
	readonly run: (world: World) => Promise<void>;
}
