/** How Account: Check is carried out. */
import type { IDataObject } from 'n8n-workflow';
import { failureIn, type ServiceError } from '../api/errors/errors';
import type { ItemOutput, Run } from '../operations/model';
import { askAll, overridesOf } from './addresses';
import { Side } from './checkedInterface';
import { judged, SERVICE_EXPECTATIONS, READ_EXPECTATIONS, type Judged } from './expectations';
import { reportItems, reportOf, type Checked } from './report';
import { Requests } from './requestBudget';
import type { Rewrite } from './rewrites';

/**
 * Checks the addresses of both interfaces first, since a wrong address breaks the most.
 * @throws ServiceError if nothing comes back from any interface.
 */
async function checkAccount({ client, cancelled }: Run, objectKey?: string): Promise<Checked> {
	const requests = new Requests(cancelled);
	const shared = { requests, rewrites: new Set<Rewrite>(), moved: new Set<string>(), objectKey };
	const sides: Side[] = [];
	const failures: ServiceError[] = [];
	for (const each of client.v1 ? [client, client.v1] : [client]) {
		const side = new Side(each, shared, each === client ? '' : 'v1:');
		try {
			await askAll(side);
			sides.push(side);
		} catch (error) {
			failures.push(failureIn(error));
		}
	}
	if (sides.length === 0) throw failures[0] as ServiceError;
	const rows: Judged[] = [];
	for (const side of sides) {
		for (const expectation of READ_EXPECTATIONS) {
			for (const operation of side.reads) {
				const seen = { ...side.outcome(operation), side, operation };
				rows.push(...(await judged(expectation, seen, `${side.overridePrefix}${operation}`)));
			}
		}
	}
	for (const expectation of SERVICE_EXPECTATIONS)
		rows.push(...(await judged(expectation, requests)));
	return {
		sides,
		failures,
		requests,
		rows,
		overrides: Object.assign({}, ...sides.map(overridesOf)) as IDataObject,
	};
}

/** The parameters of the check's form. */
interface Entered {
	readonly objectKey?: string;
	readonly binaryPropertyName?: string;
}

/** Checks the account, and returns the items of the report; outside of AI agents also its file. */
export async function check(
	run: Run,
	{ objectKey, binaryPropertyName }: Entered,
): Promise<ItemOutput> {
	const items = reportItems(await checkAccount(run, objectKey));
	if (run.forAgent) return { records: items };
	const report = Buffer.from(reportOf(items));
	const file = await run.files.write(report, 'account-check.md', 'text/markdown');
	return { records: items, files: [{ [binaryPropertyName || 'data']: file }] };
}
