/** Account: Check, as it is carried out. */
import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../api/errors/errors';
import type { Client } from '../api/routes/types';
import type { Run, Work } from '../operations/model/operation';
import { askAll, overridesOf } from './addresses';
import { Side } from './checkedInterface';
import { judged, OF_ALL, OF_READS, type Judged } from './expectations';
import { itemsOf, reportOf, type Checked } from './report';
import { Requests } from './requestBudget';
import type { Rewrite } from './rewrites';

/**
 * Addresses come first, at both interfaces: what is missing is the most that can be wrong.
 * @param beside the v1 key beside a token.
 * @throws ServiceError where nothing comes back from any interface.
 */
async function checkAccount(
	{ client, cancelled }: Pick<Run, 'client' | 'cancelled'>,
	beside?: Client,
	objectKey?: string,
): Promise<Checked> {
	const requests = new Requests(cancelled);
	const shared = { requests, rewrites: new Set<Rewrite>(), moved: new Set<string>(), objectKey };
	const own = new Side({ ...shared, client, mark: '' });
	const other = beside && new Side({ ...shared, client: beside, mark: 'v1:' });
	const sides: Side[] = [];
	const failures: ServiceError[] = [];
	for (const side of other ? [own, other] : [own]) {
		try {
			await askAll(side);
			sides.push(side);
		} catch (error) {
			if (!(error instanceof ServiceError)) throw error as Error;
			failures.push(error);
		}
	}
	if (sides.length === 0) throw failures[0] as ServiceError;
	const rows: Judged[] = [];
	for (const side of sides) {
		for (const expectation of OF_READS) {
			for (const { operation } of side.reads) {
				const seen = { ...side.outcome(operation), side, operation };
				rows.push(...(await judged(expectation, seen, `${side.given.mark}${operation}`)));
			}
		}
	}
	for (const expectation of OF_ALL) rows.push(...(await judged(expectation, requests)));
	const overrides = Object.assign({}, ...sides.map(overridesOf)) as IDataObject;
	return { sides, failures, requests, rows, overrides };
}

/** The parameters of the check's form. */
interface Entered {
	readonly objectKey?: string;
	readonly binaryPropertyName?: string;
}

export async function check(run: Run, { objectKey, binaryPropertyName }: Entered): Promise<Work> {
	const isV1 = run.client.kind === 'v1ApiKey';
	const beside = isV1 ? undefined : await run.sources.settings();
	const items = itemsOf(await checkAccount(run, beside?.client, objectKey));
	if (run.forAgent) return { records: items };
	const property = binaryPropertyName || 'data';
	const report = Buffer.from(reportOf(items));
	const file = await run.files.write(report, 'account-check.md', 'text/markdown');
	return { records: items, files: items.map((_, at) => (at === 0 ? { [property]: file } : {})) };
}
