/** A sandbox to fill forms from, with tokens whose lookups no other test has loaded before. */
import type {
	IDataObject,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { fetch } from 'undici';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node.ts';
import { asDocumented } from '../../support/testSandbox';
import { callMethod, type CredentialSet } from '../../../harness';
import {
	startNodeFixture,
	unpacedCredentials,
	useFixture,
	type NodeFixture,
} from '../../support/nodeFixture';

const PERSONAL = 'salesManagementPersonalTokenApi';
const V1 = 'salesManagementV1KeyApi';

export interface Form {
	readonly parameters?: INodeParameters;
	readonly credentials: CredentialSet;
	/** Where the parameter is whose list is loaded, as the editor names it. */
	readonly path?: string;
}

export interface LookupFixture extends NodeFixture {
	/** A token that nothing is remembered for yet; `v1`: with a key beside it. */
	fresh(options?: { v1?: boolean }): Promise<CredentialSet>;
	/** The same for a v1 key alone. */
	freshKey(): Promise<CredentialSet>;
	/** What the service itself returns, as the documents have it. */
	read(version: 'v1' | 'v2', path: string): Promise<IDataObject>;
	/** The documented paths of the requests that the work made. */
	requestsOf(work: () => Promise<unknown>): Promise<string[]>;
}

export async function startLookupFixture(): Promise<LookupFixture> {
	// What a form costs is counted in whole pages.
	const fixture = await startNodeFixture({ set: { shortPages: false } });
	const { sandbox } = fixture;
	const token = async (kind: string) =>
		((await fixture.steer('POST', '/tokens', { kind })) as { token: string }).token;
	const all = unpacedCredentials(sandbox);
	return {
		...fixture,
		async fresh({ v1 = false } = {}): Promise<CredentialSet> {
			const beside = { v1ApiKey: v1 ? await token('v1') : '', v1BaseUrl: v1 ? sandbox.v1 : '' };
			return { [PERSONAL]: { ...all[PERSONAL], accessToken: await token('personal'), ...beside } };
		},
		freshKey: async () => ({ [V1]: { ...all[V1], apiKey: await token('v1') } }),
		async read(version, path) {
			const { personal, v1 } = sandbox.credentials;
			const headers = { 'X-Api-Key': v1, Authorization: `Bearer ${personal}` };
			const url = `${sandbox[version]}${path}`;
			const answer = await asDocumented(sandbox, async () => await fetch(url, { headers }));
			return (await answer.json()) as IDataObject;
		},
		async requestsOf(work) {
			await fixture.requests();
			await work();
			return (await fixture.requests()).map(({ path }) => path);
		},
	};
}

const { loadOptions: DROPDOWNS = {} } = new SalesManagement().methods ?? {};

/** All entries of a list: of a dropdown with the note that can't be chosen, or of a locator. */
export async function loadEntries(form: Form, method: string): Promise<INodePropertyOptions[]> {
	if (!(method in DROPDOWNS)) return (await search(form, method)).results;
	return (await callMethod({ ...form, kind: 'loadOptions', method })) as INodePropertyOptions[];
}

/** What a list lets people choose, as id and name. */
export const loadOptions = async (form: Form, method: string) =>
	(await loadEntries(form, method))
		.filter(({ disabled }) => !disabled)
		.map(({ name, value }) => ({ id: value, name }));

export const search = async (form: Form, method: string, filter?: string, token?: string) =>
	(await callMethod({
		...form,
		kind: 'listSearch',
		method,
		filter,
		paginationToken: token,
	})) as INodeListSearchResult;

/** Everything that a locator shows to somebody who scrolls to its end. */
export async function searchAll(form: Form, method: string, filter?: string) {
	const results: INodeListSearchResult['results'] = [];
	let calls = 0;
	let token: string | undefined;
	do {
		const page = await search(form, method, filter, token);
		results.push(...page.results);
		token = page.paginationToken;
		calls++;
	} while (token !== undefined);
	return { results, names: results.map(({ name }) => name), calls };
}

export const mapped = async (form: Form, method: string) =>
	(await callMethod({ ...form, kind: 'resourceMapping', method })) as ResourceMapperFields;

/** The same for all tests of a file. */
export const useLookupFixture = () => useFixture(startLookupFixture);
