/** Every record that the trigger watches × each filter, and related objects (v2 §2.4, §2.6, §2.7, §2.8). */
import type { IDataObject } from 'n8n-workflow';
import { SalesManagementTrigger } from '../../nodes/SalesManagement/SalesManagementTrigger.node';
import tables from './filters.json';
import { FormView } from '../support/formView';
import { table } from '../support/table';
import { records, useTriggerFixture } from '../support/triggerFixture';

const fixture = useTriggerFixture({ seed: 'small' });

const watch = (resource: string, parameters: IDataObject = {}) =>
	fixture.watch({ parameters: { resource, customObjectDefKey: 'ticket', ...parameters } });

/** What of a request holds the filters; none is sent that the list doesn't take (v2 §4.6): each record is looked at. */
const sent = table<[resource: string, filters: IDataObject, path: string, query: string]>(
	tables.sent,
);

test('every watched record and each of its filters is among them', () => {
	const form = new FormView(new SalesManagementTrigger().description);
	const shown = (name: string, resource: string) =>
		form.entries(name, { resource, authentication: 'personalToken', event: 'updated' });
	const filters = shown('resource', 'deal').flatMap(({ value: resource }) => [
		`${String(resource)}: `,
		...shown('filters', String(resource)).map(({ name }) => `${String(resource)}: ${name}`),
	]);
	const known = sent.map(([resource, given]) => `${resource}: ${Object.keys(given).join()}`);
	expect(known.sort()).toEqual(filters.sort());
});

test.each(sent)(
	'%s with %j: the list is asked for this, and for no other filter',
	async (resource, filters, ...wanted) => {
		await watch(resource, { filters }).activate();
		const { path, query } = (await fixture.requests())
			.filter(({ method }) => method === 'GET')
			.at(-1)!;
		const parts = decodeURIComponent(query.replaceAll('+', ' ')).split('&');
		const rest = parts.filter((each) => !/^(sort|limit|updatedAtFrom)=/.test(each));
		expect([path, rest.join('&')]).toEqual(wanted);
	},
);

describe('related objects', () => {
	const linked: Record<string, number> = {};
	beforeAll(async () => {
		const links: IDataObject = {};
		for (const kind of ['deal', 'customer', 'contact']) {
			linked[kind] = await fixture.writeOne(kind, { name: 'linked' });
			links[`${kind}s`] = [{ id: linked[kind] }];
		}
		const row = { customObjectDefKey: 'ticket', subject: 'linked', ...links };
		linked.customObject = await fixture.writeOne('customObject', row);
		await fixture.settle();
	});

	test.each(table<[string, string[]]>(tables.related))(
		'%s has its %j where they are asked for, and only there',
		async (resource, related) => {
			const find = async (options: IDataObject, output: IDataObject = {}) => {
				const shown = records(await watch(resource, { options, ...output }).manualTest());
				return shown.find((each) => each.id === linked[resource])!;
			};
			const without = await find({});
			const whole = await find({ relatedObjects: true });
			const simplified = await find({ relatedObjects: true }, { output: 'simplified' });
			for (const property of related) {
				expect(without).not.toHaveProperty(property);
				const other = property.slice(0, -1);
				expect(whole[property]).toEqual([expect.objectContaining({ id: linked[other] })]);
				expect(simplified[property]).toEqual(whole[property]);
			}
		},
	);
});
