/** Where a poll looks up what names and custom fields are, with requests that keep to its time. */
import type { IPollFunctions } from 'n8n-workflow';
import { sendingBy } from '../api/client';
import { connectToV1 } from '../api/connect';
import type { Client, SendOptions } from '../api/routes/types';
import { type LookupSource, type NameSources, sourcesOf } from '../lookups/source';

/** The poll for which something is looked up. */
export interface Surroundings {
	readonly context: IPollFunctions;
	readonly client: Client;
}

/** @param sourceFor remembers what was read; within this poll when absent. */
export function nameSources(
	{ context, client }: Surroundings,
	waits: () => SendOptions,
	sourceFor?: (client: Client) => LookupSource,
): NameSources {
	const within = (each: Client) =>
		sendingBy(
			each,
			async (request, options) => await each.send(request, { ...options, ...waits() }),
		);
	const settings = async () => {
		const v1 = await connectToV1(context, client.kind);
		return v1 && within(v1);
	};
	return sourcesOf(within(client), settings, sourceFor);
}
