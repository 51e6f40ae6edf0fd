import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { connect, connectToV1 } from '../api/connect';
import { pages } from '../api/paging/pages';
import type { Client, CredentialKind, ServiceRequest } from '../api/routes/types';
import { type LookupSource, rememberingFor } from './cache';

/** Long enough to fill in a form, short enough to see a colleague's new product. */
const LIFETIME_MS = 30_000;

/** Shared by all dropdowns of the process: the editor asks for each one in a request of its own. */
const sourceOf = rememberingFor(LIFETIME_MS);

const kindOf = (context: ILoadOptionsFunctions): CredentialKind => {
	const entered = context.getCurrentNodeParameter('authentication');
	return entered === 'teamToken' || entered === 'v1ApiKey' ? entered : 'personalToken';
};

/** Of a node dropped a moment ago n8n asks before it puts a credential into it, and not again: no mistake. */
export const hasCredential = (context: ILoadOptionsFunctions): boolean =>
	Object.keys(context.getNode().credentials ?? {}).length > 0;

/** Where names are read from. */
export interface NameSources {
	/** What the node's credential reaches. */
	readonly own: LookupSource;
	/** Whether no more than a page of the newest records is read, since n8n waits for it. */
	readonly onePage?: boolean;
	/** Version 1, which has the domain settings; `undefined` without a key for it. */
	readonly settings: () => Promise<LookupSource | undefined>;
}

/** Where a form reads names from, with the credential that is chosen in the node. */
export async function sourcesIn(context: ILoadOptionsFunctions): Promise<NameSources> {
	const kind = kindOf(context);
	return {
		own: sourceOf(await connect(context, kind)),
		onePage: true,
		settings: async () => {
			const v1 = await connectToV1(context, kind);
			return v1 && sourceOf(v1);
		},
	};
}

/** The records of a list, one page at a time in memory: all, or up to `limit`. */
export async function* recordsOf(
	{ client }: LookupSource,
	request: ServiceRequest,
	limit?: number,
): AsyncGenerator<IDataObject> {
	for await (const page of pages(client, request, { limit })) yield* page.records;
}

/** Fills a part of the form: a dropdown, a list that is searched by a word and paged, or a mapper's columns. */
export type FormMethod = (
	context: ILoadOptionsFunctions,
	filter?: string,
	token?: string,
) => Promise<unknown>;

/**
 * Where a run or a poll looks up names and custom fields.
 * @param settings opens version 1, when a list is only there.
 * @param sourceFor remembers what was read; when absent, each list once a run: what the dropdowns remember is no
 * use here, since a run would write by names as they were before the last one changed them.
 */
export function sourcesOf(
	client: Client,
	settings: () => Promise<Client | undefined>,
	sourceFor: (client: Client) => LookupSource = rememberingFor(Infinity),
): NameSources {
	let opened: Promise<LookupSource | undefined> | undefined;
	return {
		own: sourceFor(client),
		settings: async () => await (opened ??= settings().then((v1) => v1 && sourceFor(v1))),
	};
}
