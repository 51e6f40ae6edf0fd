/** Every operation that the node offers, in each interface that has it, and what a right answer to it is. */
import type { IDataObject } from 'n8n-workflow';
import { startSandbox } from '../../../../sandbox';
import { credentialsOf, runNode } from '../../../../harness';
import { WIRE, type Ids, type Version, type WireRow } from '../../../support/wire';
import { startRecorder } from '../../../support/wire/recorder';
import { freshRecords } from '../../../support/wire/records';

export type { Version } from '../../../support/wire';

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

type Call = Pick<WireRow, 'operation' | 'parameters' | 'input'>;

const NAME = '={{ $json.name }}';
/** Three rows, so that a bulk request can be split; two are one record to Create or Update. */
const ROWS: IDataObject[] = [{ name: 'One' }, { name: 'Two' }, { name: 'Two' }];

/** What Create or Update, which no interface has as an operation of its own, matches by. */
const MATCHED: Readonly<Record<string, IDataObject>> = {
	...Object.fromEntries(
		['customer', 'deal', 'contact'].map((kind) => [kind, { matchBy: 'name', name: NAME }]),
	),
	customObject: {
		matchBy: 'subject',
		customFields: {
			mappingMode: 'defineBelow',
			value: { subject: NAME },
			schema: [],
			matchingColumns: [],
		},
	},
};

const HOUR = 3_600_000;
/** A list that is read by time: its records changed within the window that is asked for. */
export const BY_TIME: Call = {
	operation: 'customObject.getMany',
	parameters: {
		customObjectDefKey: 'ticket',
		sort: { order: 'updatedAt' },
		filters: {
			updatedAtFrom: new Date(Date.now() - HOUR).toISOString(),
			updatedAtTo: new Date(Date.now() + HOUR).toISOString(),
		},
	},
};

/** The rows of the wire table, in its order, behind Create or Update of what can be created. */
function calls(version: Version, ids: Ids): Call[] {
	const rows = WIRE[version](ids);
	const find = (operation: string) => rows.find((row) => row.operation === operation);
	const upserts = Object.entries(MATCHED).flatMap(([kind, matched]): Call[] => {
		const like = find(`${kind}.createMany`) ?? find(`${kind}.create`);
		const parameters = { ...like?.parameters, ...matched };
		return like ? [{ operation: `${kind}.createOrUpdate`, parameters, input: ROWS }] : [];
	});
	return [...upserts, ...rows, ...(version === 'v2' ? [BY_TIME] : [])];
}

/** Runs each operation once against the sandbox and keeps what it answered. */
export async function operationCases(version: Version): Promise<OperationCase[]> {
	const set = { rateLimit: 0, unknownParameters: 'refuse' } as const;
	const sandbox = await startSandbox({ set, hasReference: false });
	const recorder = await startRecorder(sandbox[version]);
	const authentication = version === 'v1' ? 'v1ApiKey' : 'personalToken';
	const credentials = credentialsOf(
		{ ...sandbox, [version]: recorder.baseUrl },
		{ requestsPerSecond: 1000 },
	);
	try {
		const cases: OperationCase[] = [];
		for (const call of calls(version, await freshRecords(sandbox))) {
			const { operation, parameters } = call;
			const [resource, name = ''] = operation.split('.');
			const isBulk = name !== 'getMany' && name.endsWith('Many');
			const input = call.input ?? (isBulk ? ROWS : [{}]);
			recorder.requests.length = 0;
			await runNode({
				parameters: { authentication, resource, operation: name, ...parameters },
				credentials,
				input,
			});
			const isUpsert = name === 'createOrUpdate';
			const creations = isUpsert ? new Set(input.map((row) => row.name)).size : input.length;
			const title = `${operation} (${version})`;
			const answers = recorder.requests.map(
				({ method, path, status = 200, answer: body = '' }): RightAnswer => ({
					method,
					path,
					status,
					body,
				}),
			);
			cases.push({ title, version, operation, parameters, input, creations, answers });
		}
		return cases;
	} finally {
		await recorder.close();
		await sandbox.close();
	}
}
