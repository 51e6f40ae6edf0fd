/** A sandbox to fill forms from, with tokens whose lookups no other test has loaded before. */
import type {
	IDataObject,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';
import { SalesManagement } from '../../../nodes/SalesManagement/SalesManagement.node.ts';
import { Addresses } from '../../support/addresses';
import { withoutEnds } from '../../support/ends';
import { asDocumented, startTestSandbox, type TestSandbox } from '../../support/testSandbox';
import { callMethod, credentialsOf, type CredentialSet } from '../../support/harness';

const PERSONAL = 'salesManagementPersonalTokenApi';
const V1 = 'salesManagementV1KeyApi';

/** The tests are not about pacing. */
const FAST = { requestsPerSecond: 1000 };

export interface Form {
	readonly parameters?: INodeParameters;
	readonly credentials: CredentialSet;
	/** Where the parameter is whose list is loaded, as the editor names it. */
	readonly path?: string;
}

export interface LookupFixture {
	readonly sandbox: TestSandbox;
	/** A token that nothing is remembered for yet; `v1`: with a key beside it. */
	fresh(options?: { v1?: boolean }): Promise<CredentialSet>;
	/** The same for a v1 key alone. */
	freshKey(): Promise<CredentialSet>;
	/** Writes records as a second client would. */
	write(kind: string, rows: IDataObject[]): Promise<number[]>;
	admin<Answer>(path: string, method?: string, body?: unknown): Promise<Answer>;
	/** What the service itself returns, as the documents have it. */
	read(version: 'v1' | 'v2', path: string): Promise<IDataObject>;
	/** The documented paths of the requests that the work made. */
	requestsOf(work: () => Promise<unknown>): Promise<string[]>;
	close(): Promise<void>;
}

/** The form of Deal: Create, with a credential that nothing is remembered for; `v1`: with a key beside it. */
export const dealForm = async (
	fixture: Pick<LookupFixture, 'fresh'>,
	parameters: Record<string, unknown>,
	v1: boolean,
): Promise<Form> => ({
	parameters: {
		authentication: 'personalToken',
		resource: 'deal',
		operation: 'create',
		...parameters,
	},
	credentials: await fixture.fresh({ v1 }),
});

export async function startLookupFixture(): Promise<LookupFixture> {
	// What a form costs is counted in whole pages.
	const sandbox = await startTestSandbox({ set: { shortPages: false } });
	const addresses = new Addresses(sandbox.dialects);
	const admin = async <Answer>(path: string, method = 'GET', body?: unknown): Promise<Answer> => {
		const response = await fetch(`${sandbox.admin}${path}`, {
			method,
			...(body === undefined
				? {}
				: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
		return JSON.parse(text || '{}') as Answer;
	};
	const token = async (kind: string) =>
		(await admin<{ token: string }>('/tokens', 'POST', { kind })).token;
	const all = credentialsOf(sandbox);
	let last = 0;
	/** The requests since this was asked last; there are thousands in all. */
	const newRequests = async () => {
		const made = await admin<
			Array<{ number: number; method: string; path: string; query: string }>
		>(`/requests?since=${last}`);
		last = made.at(-1)?.number ?? last;
		return withoutEnds(sandbox, made).map((each) => addresses.documented(each).path);
	};
	return {
		sandbox,
		admin,
		async fresh({ v1 = false } = {}): Promise<CredentialSet> {
			const beside = { v1ApiKey: v1 ? await token('v1') : '', v1BaseUrl: v1 ? sandbox.v1 : '' };
			const accessToken = await token('personal');
			return { [PERSONAL]: { ...all[PERSONAL], ...FAST, accessToken, ...beside } };
		},
		freshKey: async () => ({ [V1]: { ...all[V1], ...FAST, apiKey: await token('v1') } }),
		write: async (kind, rows) => await admin<number[]>(`/records/${kind}`, 'POST', rows),
		async read(version, path) {
			const { personal, v1 } = sandbox.credentials;
			const headers: Record<string, string> =
				version === 'v1' ? { 'X-Api-Key': v1 } : { Authorization: `Bearer ${personal}` };
			const url = `${sandbox[version]}${path}`;
			const answer = await asDocumented(sandbox, async () => await fetch(url, { headers }));
			return (await answer.json()) as IDataObject;
		},
		async requestsOf(work) {
			await newRequests();
			await work();
			return await newRequests();
		},
		close: async () => await sandbox.close(),
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
