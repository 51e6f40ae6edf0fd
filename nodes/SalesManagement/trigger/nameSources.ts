/** Where a poll looks up what names and custom fields are, with requests that keep to its time. */
import type { IPollFunctions } from 'n8n-workflow';
import { connectToV1 } from '../api/connect';
import type { Client } from '../api/routes/types';
import { rememberingFor, sourcesOf, type LookupSource, type NameSources } from '../lookups/source';

const DAY = 86_400_000;

/** Remembers what was read, for all triggers of the process. What could not be looked up is tried again. */
export const daily = rememberingFor(DAY);

/** The poll for which something is looked up. */
interface Surroundings {
	readonly context: IPollFunctions;
	readonly client: Client;
}

/**
 * @param within makes the requests of a client keep to a share of the poll's time.
 * @param sourceFor remembers what was read; within this poll when absent.
 */
export function nameSources(
	{ context, client }: Surroundings,
	within: (client: Client) => Client,
	sourceFor?: (client: Client) => LookupSource,
): NameSources {
	const settings = async () => {
		const v1 = await connectToV1(context, client.kind);
		return v1 && within(v1);
	};
	return sourcesOf(within(client), settings, sourceFor);
}
