/** What each row or record costs, in processor time of n8n's engine and the node together. */
import { Expression, type IDataObject } from 'n8n-workflow';
import { startQuickJs } from '../test/property/support/expressions/quickJsEngine';
import { credentialsOf, runNode } from '../test/support/harness';
import { quantile, table, timed } from './measure';
import { startService, type BenchService } from './service';

const counts = [1_000, 10_000, 50_000, 200_000];
const RUNS = 3;

const columnsOf = (write: (path: string) => string): IDataObject => ({
	name: write('$json.name'),
	additionalFields: { telNo: write('$json.telNo'), address: write('$json["Street address"]') },
});

/** How the same three columns get into the records. */
const ways: Readonly<Record<string, IDataObject>> = {
	'Fields From: Input': { fieldsFrom: 'input' },
	'three plain references': columnsOf((path) => `={{ ${path} }}`),
	'three expressions that n8n evaluates': columnsOf((path) => `={{ (${path}) }}`),
};

/** Milliseconds of processor time for a row of Create Many, its requests included. */
async function perRow(service: BenchService, form: IDataObject, count: number): Promise<number> {
	const own = form.fieldsFrom === 'input' ? 'address' : 'Street address';
	const input = Array.from({ length: count }, (_, index) => ({
		name: `Customer ${index}`,
		telNo: `03-${index}`,
		[own]: `${index} High Street`,
	}));
	const { cpuMs, result } = await timed(
		async () =>
			await runNode({
				parameters: {
					authentication: 'teamToken',
					resource: 'customer',
					operation: 'createMany',
					...form,
				},
				credentials: credentialsOf(service, { requestsPerSecond: 1000 }),
				input,
				mode: 'trigger',
			}),
	);
	if (result.error) throw result.error;
	if (result.items.length !== count) throw new Error(`${result.items.length} of ${count}`);
	return cpuMs / count;
}

/** Milliseconds of processor time for a deal of Get Many, as Simplified shows it. */
async function perRecord(service: BenchService, count: number): Promise<number> {
	const { cpuMs, result } = await timed(
		async () =>
			await runNode({
				parameters: {
					...{ authentication: 'teamToken', resource: 'deal', operation: 'getMany' },
					...{ returnAll: false, limit: count },
				},
				credentials: credentialsOf(service, { requestsPerSecond: 1000 }),
				mode: 'trigger',
			}),
	);
	if (result.error) throw result.error;
	if (result.items.length !== count) throw new Error(`${result.items.length} of ${count}`);
	return cpuMs / count;
}

type Cost = (count: number) => Promise<number>;

export async function benchForm(): Promise<void> {
	const service = await startService();
	await service.steer('PATCH', '/options', { rateLimit: 0, latencyMs: 0 });
	await service.steer('POST', '/generate/deal', { count: Math.max(...counts) });
	const figures = [['CPU a record, medians of 3', ...counts.map(String)]];
	const measure = async (name: string, cost: Cost, most = Infinity) => {
		const cells: string[] = [];
		for (const count of counts) {
			const costs: number[] = [];
			while (count <= most && costs.length < RUNS) costs.push(await cost(count));
			cells.push(costs.length > 0 ? `${quantile(costs, 0.5).toFixed(3)} ms` : '');
		}
		figures.push([name, ...cells]);
	};
	const writing =
		(form: IDataObject): Cost =>
		async (count) =>
			await perRow(service, form, count);
	// What V8 compiles once a process is no cost of a record.
	for (const form of Object.values(ways)) await perRow(service, form, 10_000);
	await perRecord(service, 10_000);
	for (const [name, form] of Object.entries(ways)) {
		// Those that n8n evaluates say what the others save, and take long.
		const most = name.endsWith('evaluates') ? 10_000 : Infinity;
		await measure(`Create Many, ${name}`, writing(form), most);
	}
	await measure('Get Many, Simplified', async (count) => await perRecord(service, count));
	await startQuickJs();
	for (const [name, form] of Object.entries(ways)) {
		await measure(`Create Many, ${name} (QuickJS)`, writing(form), 1_000);
	}
	await Expression.disposeExpressionEngine();
	console.log(table(figures));
	await service.close();
}
