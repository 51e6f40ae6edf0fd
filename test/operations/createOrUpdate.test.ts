/** Create or Update on the sandbox: what exists is found and changed, what is new is created, and once. */
import type { IDataObject } from 'n8n-workflow';
import tables from './createOrUpdate.json';
import { byId, tokenAlone, useNodeFixture } from '../support/nodeFixture';
import { holdRuns, holdRunsOn } from './support/runs';

const idAndAction = ({ json }: { json: IDataObject }) =>
	json.error === undefined ? [json.action, json.id] : 'error';
const outcomeOf = ({ json }: { json: IDataObject }) =>
	(json.details as IDataObject | undefined)?.outcome;

describe('on the usual sandbox', () => {
	const fixture = useNodeFixture();

	const found = async (resource: string, field: string, value: string) =>
		await fixture.records(`${resource}.search`, {
			parameters: {
				conditions: { values: [{ field, operator: 'equals', value }] },
			},
		});
	holdRuns(fixture, tables.runs);

	test('of 1,000 customers one has changed: look-ups, and one write', async () => {
		const rows = Array.from({ length: 1_000 }, (_, at) => ({
			...{ name: `Synced ${at}`, telNo: `07-${100_000 + at}`, address: 'Kyoto', employee: at },
		}));
		const ids = await fixture.write('customer', rows);
		await fixture.requests();
		const renamed = { ...rows[0]!, name: 'Renamed' };
		const { items } = await fixture.run('customer.createOrUpdate', {
			parameters: { fieldsFrom: 'input', matchBy: 'telNo' },
			input: rows.with(0, renamed),
		});
		const [, ...others] = ids.map((id) => ['unchanged', id]);
		expect(items.map(idAndAction)).toEqual([['updated', ids[0]], ...others]);
		// 299 values each, and one for the rest (v2 §4.4).
		const search = 'POST /v2/customers/search';
		const change = `PATCH /v2/customers/${ids[0]}`;
		expect(await fixture.sent()).toEqual([search, search, search, search, change]);
	});

	holdRunsOn(tables.ofOneService);

	describe('no later item creates again what may have been created', () => {
		test.each(tables.faults)(
			'a $resource, where $path, for the $matchBy $value, is answered by $fault',
			async ({ resource, path, matchBy, value, fault }) => {
				await fixture.fault(`POST ${path}`, fault);
				const { items } = await fixture.run(`${resource}.createOrUpdate`, {
					parameters: {
						...{ matchBy, name: '={{ $json.name }}' },
						additionalFields: { [matchBy]: value },
					},
					...{ input: [{ name: 'Once' }, { name: 'Later' }], continueOnFail: true },
				});
				if (fault.body === '') expect(idAndAction(items[0]!)).toEqual(['created', undefined]);
				else expect(outcomeOf(items[0]!)).toBe('unknown');
				expect(items[1]?.json.error).toContain('may or may not have been created');
				const names = (await found(resource, matchBy, value)).map(({ name }) => name);
				expect(names).toEqual(['Once']);
			},
		);
	});

	test('a custom value that an earlier row gave another field is not taken for this one’s', async () => {
		const row = { name: 'Two rows', email: 'two@rows.example' };
		const { items } = await fixture.run('contact.createOrUpdate', {
			// Without a v1 key nobody tells which item a key belongs to.
			...{ authentication: 'teamToken', credentials: tokenAlone(fixture.sandbox) },
			parameters: { matchBy: 'email', fieldsFrom: 'input' },
			input: [
				{ ...row, contact_text: '7' },
				{ ...row, contact_number: '7' },
			],
		});
		const id = items[0]?.json.id as number;
		expect(items.map(idAndAction)).toEqual([
			['created', id],
			['updated', id],
		]);
		const [{ contactCustoms } = {}] = await fixture.records('contact.get', {
			parameters: { contactId: byId(id), options: { itemKeyAsPropertyKey: true } },
		});
		expect(contactCustoms).toMatchObject({
			...{ contact_text: { value: '7' }, contact_number: { value: '7' } },
		});
	});
});

describe.each([
	['usual', {}],
	['turned', { dialects: ['turned'] }],
])('values are compared as what they are (S5), on a sandbox that is %s', (_, options) => {
	const fixture = useNodeFixture(options);

	describe.each(['customer', 'contact'] as const)('Create or Update of a %s', (resource) => {
		const upsertBy = async (type: string, values: unknown[]) => {
			const key = `${resource}_${type}`;
			const { items } = await fixture.run(`${resource}.createOrUpdate`, {
				parameters: {
					...{ matchBy: `custom:${key}:${type}`, name: 'Matched' },
					customFields: { mappingMode: 'defineBelow', value: { [key]: '={{ $json.value }}' } },
				},
				input: values.map((value) => ({ value }) as IDataObject),
				continueOnFail: true,
			});
			return items.map(idAndAction);
		};
		const holding = async (type: string, value: unknown) => {
			const customs = [{ itemKey: `${resource}_${type}`, value }] as IDataObject[];
			const row = { name: 'Old', [`${resource}Customs`]: customs };
			return await fixture.writeOne(resource, row);
		};

		test.each(tables.same)('$type: $given matches $held', async ({ type, given, held }) => {
			const id = await holding(type, held);
			expect(await upsertBy(type, [given])).toEqual([['updated', id]]);
		});

		test('a bad value fails alone, and equal values of two items create one record', async () => {
			const id = await holding('number', 774);
			const results = await upsertBy('number', [774, 'abc', '0775', '775']);
			const created = results[2]?.[1];
			expect(created).toEqual(expect.any(Number));
			expect(results).toEqual([
				['updated', id],
				'error',
				['created', created],
				['unchanged', created],
			]);
		});
	});

	describe('Search', () => {
		const find = async (
			resource: string,
			field: string,
			operator: string,
			value: unknown,
			timezone = 'Asia/Tokyo',
		) => {
			const conditions = { values: [{ field, operator, value }] } as IDataObject;
			const found = await fixture.records(`${resource}.search`, {
				parameters: { conditions, returnAll: true },
				workflowSettings: { timezone },
			});
			return found.map(({ id }) => id).sort();
		};

		test('Is One Of on decimals and on date-times', async () => {
			// What is shown can be searched for only where it is shown as it is stored.
			await fixture.options({ shownTimesRoundedMs: 0 });
			const rows = ['881.25', '882.50'].map((value) => ({
				...{ name: 'A', customerCustoms: [{ itemKey: 'customer_decimal_number', value }] },
			}));
			const ids = await fixture.write('customer', rows);
			const rate = 'custom:customer_decimal_number:decimal_number';
			expect(await find('customer', rate, 'isOneOf', '881.2500, 882.5, 9')).toEqual(ids);
			const all = await fixture.all('customer');
			const times = all
				.filter(({ id }) => ids.includes(id as number))
				.map((each) => each.createdAt);
			expect(await find('customer', 'createdAt', 'isOneOf', times)).toEqual(
				expect.arrayContaining(ids),
			);
		});

		const dayIn = (zone: string, moment: string) =>
			new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.parse(moment));
		const isMidnight = (moment: string) => moment.includes('T00:00:00Z');
		const DAY = '2033-05-06';
		const SIGNS: ReadonlyArray<[string, (day: string) => boolean]> = [
			['equals', (day) => day === DAY],
			['notEquals', (day) => day !== DAY],
			['greaterThan', (day) => day > DAY],
			['greaterOrEqual', (day) => day >= DAY],
			['lessThan', (day) => day < DAY],
			['lessOrEqual', (day) => day <= DAY],
			['isOneOf', (day) => day === DAY],
		];

		test.each([
			['of a custom date, where midnight in UTC is the bare day', 'custom:customer_date:date'],
			['of a moment', 'createdAt'],
		])('a whole day %s is all of it, in the workflow’s time zone', async (_, field) => {
			const isCustom = field !== 'createdAt';
			const moments = [4, 5, 6, 7, 8].flatMap((day) =>
				['00:00:00Z', '05:00:00Z', '09:59:59Z', '15:00:00Z', '23:30:00Z'].map(
					(time) => `2033-05-0${day}T${time}`,
				),
			);
			const ids = await fixture.write(
				'customer',
				moments.map((value) => ({
					name: 'A day',
					...(isCustom
						? { customerCustoms: [{ itemKey: 'customer_date', value }] }
						: { createdAt: value }),
				})),
			);
			for (const timezone of ['Asia/Tokyo', 'America/New_York', 'UTC', 'Pacific/Kiritimati']) {
				const dayOf = (moment: string) =>
					isCustom && isMidnight(moment) ? moment.slice(0, 10) : dayIn(timezone, moment);
				for (const [operator, isFound] of SIGNS) {
					const found = await find('customer', field, operator, DAY, timezone);
					const days = moments.filter((_moment, at) => found.includes(ids[at]));
					const expected = moments.filter((each) => isFound(dayOf(each)));
					expect([timezone, operator, days]).toEqual([timezone, operator, expected]);
				}
			}
		});
	});
});
