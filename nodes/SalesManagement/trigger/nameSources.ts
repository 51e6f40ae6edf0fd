/** The sources from which a poll reads names and custom fields, within its time. */
import type { IPollFunctions } from 'n8n-workflow';
import { connectToV1 } from '../api/connect';
import type { Client } from '../api/routes';
import { rememberingFor, sourcesOf, type LookupSource, type NameSources } from '../lookups/source';

const DAY = 86_400_000;

/** Remembers lists for a day, for all triggers of the process. A failed lookup is tried again. */
export const daily = rememberingFor(DAY);

/** The poll that needs a lookup. */
interface Surroundings {
	readonly context: IPollFunctions;
	readonly client: Client;
}

/**
 * @param within limits the requests of a client to a share of the poll's time.
 * @param sourceFor remembers what was read; only within this poll if absent.
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
