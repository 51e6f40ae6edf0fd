/** Every operation that the node offers, in each interface that has it, and what a right answer to it is. */
import type { IDataObject } from 'n8n-workflow';
import { ROUTES } from '../../../../nodes/SalesManagement/api/routes/routes';
import { RESOURCES } from '../../../../nodes/SalesManagement/operations';
import { startSandbox } from '../../../../sandbox';
import { freshRecords } from '../../../engine/support/wire/freshRecords';
import { startRecorder } from '../../../engine/support/wire/recorder';
import { V1_WIRE } from '../../../engine/support/wire/v1';
import { V2_WIRE } from '../../../engine/support/wire/v2';
import type { Ids, WireRow } from '../../../engine/support/wire/wireRow';
import { credentialsOf, runNode } from '../../../support/harness';

export type Version = 'v1' | 'v2';

/** What a right service answers to one request of an operation. */
export interface RightAnswer {
	readonly method: string;
	readonly path: string;
	readonly status: number;
	readonly body: string;
}

export interface OperationCase {
	/** `deal.getMany (v2)` */
	readonly title: string;
	readonly version: Version;
	readonly operation: string;
	readonly parameters: IDataObject;
	readonly input: IDataObject[];
	/** The most records that it may create. */
	readonly creations: number;
	readonly answers: readonly RightAnswer[];
}

/** What Create or Update matches by, which no interface has as an operation of its own. */
const MATCH_BY: Readonly<Record<string, string>> = {
	customer: 'name',
	deal: 'name',
	contact: 'name',
	customObject: 'subject',
};

const TABLES: Readonly<Record<Version, readonly WireRow[]>> = { v1: V1_WIRE, v2: V2_WIRE };

/** Three rows, so that a bulk request can be split; two are one record to Create or Update. */
const ROWS: IDataObject[] = [{ name: 'One' }, { name: 'Two' }, { name: 'Two' }];
const DISTINCT_ROWS = 2;

interface Known {
	readonly parameters: (ids: Ids) => IDataObject;
	readonly input?: WireRow['input'];
}

/** How an operation is called. An operation without an entry in the wire table is an error. */
function callOf(version: Version, resource: string, operation: string): Known {
	const find = (name: string) =>
		TABLES[version].find((row) => row.operation === `${resource}.${name}`);
	const row = find(operation);
	if (row) return row;
	const like = find('createMany') ?? find('create');
	const matchBy = MATCH_BY[resource];
	if (operation !== 'createOrUpdate' || !like || matchBy === undefined) {
		throw new Error(`${resource}.${operation} (${version}) has no call: add it to the wire table`);
	}
	return {
		parameters: (ids) => ({
			...like.parameters(ids),
			matchBy,
			...(matchBy === 'name' ? { name: NAME } : { customFields: byKey(matchBy) }),
		}),
		input: () => ROWS,
	};
}

const NAME = '={{ $json.name }}';

/** A custom value, as the mapper gives it. */
const byKey = (key: string) => ({
	mappingMode: 'defineBelow',
	value: { [key]: NAME },
	schema: [],
	matchingColumns: [],
});

/** In the order of the wire table, where removals come last. */
function offered(version: Version) {
	const rank = ({ resource, operation }: { resource: string; operation: string }) =>
		TABLES[version].findIndex((row) => row.operation === `${resource}.${operation}`);
	return RESOURCES.flatMap(({ id: resource, operations }) =>
		operations
			.filter(({ route }) => route in ROUTES[version])
			.map(({ id }) => ({ resource, operation: id })),
	).sort((a, b) => rank(a) - rank(b));
}

const baseUrlsOf = (credentials: ReturnType<typeof credentialsOf>) =>
	Object.fromEntries(
		Object.entries(credentials).map(([type, data]) => [type, { ...data, requestsPerSecond: 1000 }]),
	);

/** Runs each operation once against the sandbox and keeps what it answered. */
export async function operationCases(version: Version): Promise<OperationCase[]> {
	const set = { rateLimit: 0 };
	const sandbox = await startSandbox({ set, checkResponses: false, hasReference: false });
	const recorder = await startRecorder(sandbox[version]);
	try {
		const ids = await freshRecords(sandbox);
		const credentials = baseUrlsOf(credentialsOf({ ...sandbox, [version]: recorder.baseUrl }));
		const cases: OperationCase[] = [];
		for (const { resource, operation } of offered(version)) {
			const call = callOf(version, resource, operation);
			const isBulk = /Many$|OrUpdate$/.test(operation) && operation !== 'getMany';
			const input = call.input?.(ids) ?? (isBulk ? ROWS : [{}]);
			const parameters = call.parameters(ids);
			recorder.requests.length = 0;
			await runNode({
				parameters: {
					authentication: version === 'v1' ? 'v1ApiKey' : 'personalToken',
					resource,
					operation,
					...parameters,
				},
				credentials,
				input,
			});
			const answers = recorder.requests.map(({ method, path, status, answer: body }) => ({
				...{ method, path, status, body },
			}));
			const title = `${resource}.${operation} (${version})`;
			const name = `${resource}.${operation}`;
			const creations = operation === 'createOrUpdate' ? DISTINCT_ROWS : input.length;
			const given = { parameters, input, creations };
			cases.push({ title, version, operation: name, ...given, answers });
		}
		return cases;
	} finally {
		await recorder.close();
		await sandbox.close();
	}
}
