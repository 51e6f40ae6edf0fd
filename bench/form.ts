/** What reading the form costs for each row, in processor time of n8n and the node together. */
import { Expression, type IDataObject } from 'n8n-workflow';
import { startQuickJs } from '../test/property/support/expressions/quickJsEngine';
import { credentialsOf, runNode } from '../test/support/harness';
import { table, timed } from './measure';
import { startService, type BenchService } from './service';

const counts = [1_000, 10_000, 50_000];

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

export async function benchForm(): Promise<void> {
	const service = await startService();
	await service.steer('PATCH', '/options', { rateLimit: 0, latencyMs: 0 });
	const figures = [['CPU a row, Create Many', ...counts.map((count) => `${count} rows`)]];
	const measure = async (name: string, form: IDataObject, most = Infinity) => {
		const cells: string[] = [];
		for (const count of counts) {
			const cost = count > most ? undefined : await perRow(service, form, count);
			cells.push(cost === undefined ? '' : `${cost.toFixed(3)} ms`);
		}
		figures.push([name, ...cells]);
	};
	for (const form of Object.values(ways)) await perRow(service, form, 1_000);
	for (const [name, form] of Object.entries(ways)) await measure(name, form);
	await startQuickJs();
	for (const [name, form] of Object.entries(ways)) await measure(`${name} (QuickJS)`, form, 1_000);
	await Expression.disposeExpressionEngine();
	console.log(table(figures));
	await service.close();
}
