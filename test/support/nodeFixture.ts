/** A sandbox, and the node run on it as a user would: what the engine tests of the node share. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { request } from 'undici';
import { Addresses, type Asked } from './addresses';
import { inBoxes } from './conditionBoxes';
import { withoutEnds } from './ends';
import {
	credentialsOf,
	runNode,
	type CredentialSet,
	type NodeOptions,
	type NodeResult,
} from '../../harness';
import { startTestSandbox, type TestOptions, type TestSandbox } from './testSandbox';

export interface LoggedRequest {
	readonly number: number;
	/** The service's, ISO 8601 in UTC. */
	readonly time: string;
	readonly method: string;
	readonly path: string;
	readonly query: string;
	readonly status: number;
}

type Authentication = 'personalToken' | 'teamToken' | 'v1ApiKey';

export interface Call {
	readonly parameters?: IDataObject;
	readonly input?: ReadonlyArray<IDataObject | INodeExecutionData>;
	readonly continueOnFail?: boolean;
	readonly authentication?: Authentication;
	readonly credentials?: CredentialSet;
	readonly workflowSettings?: NodeOptions['workflowSettings'];
}

export interface NodeFixture {
	readonly sandbox: TestSandbox;
	/**
	 * Runs `resource.operation` once. Where records come out they are raw unless `output` says
	 * otherwise: most tests are about what the service was asked and said. What the form does by
	 * itself is in simplified.test.ts and output.test.ts.
	 */
	run(operation: string, call?: Call): Promise<NodeResult>;
	/** The same, for calls that must succeed. */
	items(operation: string, call?: Call): Promise<INodeExecutionData[]>;
	/** The same, for calls that must succeed: the items' JSON. */
	records(operation: string, call?: Call): Promise<IDataObject[]>;
	/** The same, for calls that must fail: the message of the error. */
	fails(operation: string, call?: Call): Promise<string>;
	/** The requests that the sandbox took since the last call of this, by their documented addresses. */
	requests(): Promise<LoggedRequest[]>;
	/** The same in short, such as `POST /v2/deals/search`. */
	sent(): Promise<string[]>;
	/** A call of the sandbox's steering; faults match documented addresses. */
	steer(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<unknown>;
	/** Writes records as a second client would; returns their ids. */
	write(kind: string, rows: IDataObject[]): Promise<number[]>;
	/** The same with one record. */
	writeOne(kind: string, row: IDataObject): Promise<number>;
	/** Every record of a kind, raw. */
	all(kind: string): Promise<IDataObject[]>;
	/** Changes options of the sandbox. */
	options(changes: object): Promise<unknown>;
	/** How the next request to an address is answered, such as `POST /v2/deals/search`; or those with any method. */
	fault(request: string, fault: object): Promise<void>;
	close(): Promise<void>;
}

/** The credentials of a sandbox without a rate limit: the node need not wait for it. */
export const unpacedCredentials = (sandbox: TestSandbox): CredentialSet =>
	credentialsOf(sandbox, { requestsPerSecond: 1000 });

/** The same without a v1 key beside the tokens. */
export const tokenAlone = (sandbox: TestSandbox): CredentialSet =>
	credentialsOf(sandbox, { requestsPerSecond: 1000, v1ApiKey: '', v1BaseUrl: '' });

export async function startNodeFixture(options: TestOptions = {}): Promise<NodeFixture> {
	const sandbox = await startTestSandbox(options);
	const addresses = new Addresses(sandbox.pasted ? sandbox.dialects : []);
	let seen = 0;

	const steer: NodeFixture['steer'] = async (method, path, given) => {
		const body = path === '/faults' && given ? matching(given as Fault[], addresses) : given;
		const answer = await request(`${sandbox.admin}${path}`, {
			method,
			...(body === undefined
				? {}
				: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
		});
		const text = await answer.body.text();
		if (answer.statusCode >= 300) throw new Error(`${path}: ${text}`);
		return text === '' ? undefined : (JSON.parse(text) as unknown);
	};

	const run: NodeFixture['run'] = async (operation, call = {}) => {
		const [resource, name] = operation.split('.');
		const { parameters, authentication = 'personalToken', credentials, ...rest } = call;
		return await runNode({
			parameters: { authentication, resource, operation: name, ...asked(operation, parameters) },
			credentials: credentials ?? unpacedCredentials(sandbox),
			...rest,
		});
	};

	const items: NodeFixture['items'] = async (operation, call) => {
		const { items: found, error } = await run(operation, call);
		if (error) throw error;
		return found;
	};

	const requests: NodeFixture['requests'] = async () => {
		const all = (await steer('GET', `/requests?since=${seen}`)) as LoggedRequest[];
		seen = all.at(-1)?.number ?? seen;
		const sent = all
			.filter(({ path }) => !path.startsWith('/__sandbox'))
			.map((each) => addresses.documented(each));
		return sandbox.pasted ? withoutEnds(sandbox, sent) : sent;
	};

	const records: NodeFixture['records'] = async (operation, call) =>
		(await items(operation, call)).map(({ json }) => json);
	const write: NodeFixture['write'] = async (kind, rows) =>
		(await steer('POST', `/records/${kind}`, rows)) as number[];

	return {
		sandbox,
		run,
		steer,
		requests,
		items,
		records,
		write,
		writeOne: async (kind, row) => (await write(kind, [row]))[0]!,
		all: async (kind) => await records(`${kind}.getMany`, { parameters: { returnAll: true } }),
		options: async (changes) => await steer('PATCH', '/options', changes),
		fault: async (request, fault) => {
			const [path, method] = request.split(' ').reverse();
			await steer('POST', '/faults', [{ match: { method, path }, times: 1, ...fault }]);
		},
		sent: async () => (await requests()).map(({ method, path }) => `${method} ${path}`),
		fails: async (operation, call) => (await run(operation, call)).error?.message ?? 'no error',
		close: async () => await sandbox.close(),
	};
}

/**
 * A fixture for all tests of a file, or of a describe: started before them, closed behind them. What was asked
 * for before a test is not that test's.
 */
export function useFixture<Fixture extends NodeFixture>(start: () => Promise<Fixture>): Fixture {
	const fixture = {} as Fixture;
	beforeAll(async () => void Object.assign(fixture, await start()));
	beforeEach(async () => {
		await fixture.requests();
	});
	afterAll(async () => await fixture.close());
	return fixture;
}

export const useNodeFixture = (options?: TestOptions): NodeFixture =>
	useFixture(async () => await startNodeFixture(options));

/**
 * What a user chooses besides. Where records come out they are raw, unless the call says otherwise: of a
 * read at the top of the form, of a write among its options. The `value` of a condition goes into its box.
 */
export function asked(
	operation: string,
	{ options, ...parameters }: IDataObject = {},
): IDataObject {
	const { outputFields } = parameters;
	const output = 'output' in parameters ? parameters.output : 'raw';
	const shaped = {
		...(output !== undefined && { output }),
		...(outputFields !== undefined && { outputFields }),
	};
	return {
		output,
		options: typeof options === 'string' ? options : { ...shaped, ...(options as object) },
		...inBoxes(operation.split('.')[0] ?? '', parameters),
	};
}

interface Fault {
	readonly match?: Asked;
}

const matching = (faults: readonly Fault[], addresses: Addresses): Fault[] =>
	faults.map(({ match, ...fault }) => ({
		...fault,
		...(match && { match: addresses.spoken(match) }),
	}));

/** By ID, as the locator's form has it. */
export const byId = (value: number | string) => ({ __rl: true, mode: 'id', value: String(value) });
