/** Create or Update on the sandbox: what exists is found and changed, what is new is created, and once. */
import type { IDataObject } from 'n8n-workflow';
import { byId, useNodeFixture, type Call } from '../support/nodeFixture';
import { listOf, runOn } from './support/service';

const idAndAction = ({ json }: { json: IDataObject }) =>
	json.error === undefined ? [json.action, json.id] : 'error';
const outcomeOf = ({ json }: { json: IDataObject }) =>
	(json.details as IDataObject | undefined)?.outcome;

describe('on the usual sandbox', () => {
	const fixture = useNodeFixture();

	/** Customers by their telephone number, which is given behind the name. */
	const upsert = async (
		rows: Array<[string, string]>,
		options: IDataObject = {},
		more: Call = {},
	) =>
		await fixture.run('customer.createOrUpdate', {
			parameters: {
				...{ matchBy: 'telNo', name: '={{ $json.name }}', options },
				additionalFields: { telNo: '={{ $json.tel }}' },
			},
			input: rows.map(([name, tel]) => ({ name, tel })),
			...more,
		});
	const GOES_ON = { continueOnFail: true };
	const sent = async () =>
		(await fixture.requests()).map(({ method, path }) => `${method} ${path}`);
	const found = async (resource: string, field: string, value: string) =>
		await fixture.records(`${resource}.search`, {
			parameters: {
				conditions: { values: [{ field, operator: 'equals', value }] },
			},
		});
	/** The next request of this kind is carried out, or not; its answer is not what it should be. */
	const fails = async (path: string, fault: IDataObject) =>
		await fixture.steer('POST', '/faults', [
			{ match: { method: 'POST', path }, times: 1, ...fault },
		]);

	test('creates what is new in bulk and updates what exists, in one search', async () => {
		const [id] = await fixture.write('customer', [{ name: 'Old', telNo: '03-7000-0001' }]);
		await fixture.requests();
		const { items, error } = await upsert([
			['New A', '03-7000-0002'],
			['Renamed', '03-7000-0001'],
			['New B', '03-7000-0003'],
		]);
		expect(error).toBeUndefined();
		const created = ['created', expect.any(Number)];
		expect(items.map(idAndAction)).toEqual([created, ['updated', id], created]);
		expect(await sent()).toEqual([
			'POST /v2/customers/search',
			'POST /v2/customers/bulk',
			`PATCH /v2/customers/${String(id)}`,
		]);
		const [record] = await fixture.records('customer.get', {
			parameters: { customerId: byId(id!) },
		});
		expect(record?.name).toBe('Renamed');
	});

	test('what is as it was is not written, and takes the look-ups’ requests alone', async () => {
		const rows = Array.from({ length: 300 }, (_, at): [string, string] => [
			...([`Same ${at}`, `06-${1000 + at}`] as const),
		]);
		const made = (await upsert(rows)).items.map(({ json }) => json.id);
		await fixture.requests();
		const [first, ...others] = rows;
		const again: Array<[string, string]> = [[`${first![0]} renamed`, first![1]], ...others];
		const outcomes = made.map((id, at) => [at === 0 ? 'updated' : 'unchanged', id]);
		const plan = await upsert(again, { dryRun: true });
		expect(plan.items.map(({ json }) => json.action)).toEqual(
			outcomes.map(([action]) => (action === 'updated' ? 'update' : action)),
		);
		const { items } = await upsert(again);
		expect(items.map(idAndAction)).toEqual(outcomes);
		expect(items[1]?.json).toMatchObject({ name: 'Same 1', telNo: '06-1001' });
		const search = 'POST /v2/customers/search';
		const changed = `PATCH /v2/customers/${Number(made[0])}`;
		expect(await sent()).toEqual([search, search, search, search, changed]);
	});

	test('1,000 customers from the input, all as they were: look-ups, and no write', async () => {
		const rows = Array.from({ length: 1_000 }, (_, at) => ({
			...{ name: `Synced ${at}`, telNo: `07-${100_000 + at}`, address: 'Kyoto', employee: at },
		}));
		const ids = await fixture.write('customer', rows);
		await fixture.requests();
		const { items, error } = await fixture.run('customer.createOrUpdate', {
			...{ parameters: { fieldsFrom: 'input', matchBy: 'telNo' }, input: rows },
		});
		expect(error).toBeUndefined();
		expect(items.map(idAndAction)).toEqual(ids.map((id) => ['unchanged', id]));
		// 299 values each, and one for the rest (v2 §4.4).
		expect(await sent()).toEqual(Array.from({ length: 4 }, () => 'POST /v2/customers/search'));
	});

	test.each([
		['width', 'ＡＢＣ', 'ABC'],
		['the kind of blank', 'A\u3000B', 'A B'],
	])('of two new values that differ only in %s one is created', async (_, one, other) => {
		const { items } = await fixture.run('customer.createOrUpdate', {
			...{ parameters: { fieldsFrom: 'input', matchBy: 'name' }, continueOnFail: true },
			input: [{ name: one }, { name: other }],
		});
		expect(items[0]?.json.action).toBe('created');
		expect(items[1]?.json.error).toMatch(/is written with other characters in item 0 /);
	});

	test('a value that occurs twice is created once and then updated', async () => {
		const { items } = await upsert([
			['First', '03-7000-0100'],
			['Second', '03-7000-0100'],
		]);
		const [created, updated] = items.map(idAndAction);
		expect(created?.[0]).toBe('created');
		expect(updated).toEqual(['updated', created?.[1]]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	});

	test.each([
		[500, true],
		[502, true],
		[503, false],
	])('a request in doubt is not divided and sent again: %i', async (status, after) => {
		await fails('/v2/customers/bulk', { status, after });
		const rows = [0, 1, 2, 3].map((at): [string, string] => ['Doubt', `03-7001-${status}${at}`]);
		const { items } = await upsert(rows, {}, GOES_ON);
		expect(items.map(outcomeOf)).toEqual(rows.map(() => 'unknown'));
		expect(await sent()).toEqual(['POST /v2/customers/search', 'POST /v2/customers/bulk']);
	});

	describe('no later item creates again what may have been created', () => {
		const EMPTY = { status: 200, body: '', after: true };
		test.each<[string, string, string, string, IDataObject]>([
			['customer', '/v2/customers/bulk', 'telNo', '03-7000-0400', { action: 'truncate' }],
			['customer', '/v2/customers/bulk', 'telNo', '03-7000-0500', EMPTY],
			['contact', '/v2/contacts', 'email', 'unnamed@upsert.example', EMPTY],
		])(
			'a %s, where %s, for the %s %s, is answered by %j',
			async (resource, path, matchBy, value, fault) => {
				await fails(path, fault);
				const { items } = await fixture.run(`${resource}.createOrUpdate`, {
					parameters: {
						...{ matchBy, name: '={{ $json.name }}' },
						additionalFields: { [matchBy]: value },
					},
					...{ input: [{ name: 'Once' }, { name: 'Later' }], continueOnFail: true },
				});
				if (fault === EMPTY) expect(idAndAction(items[0]!)).toEqual(['created', undefined]);
				else expect(outcomeOf(items[0]!)).toBe('unknown');
				expect(items[1]?.json.error).toContain('may or may not have been created');
				const names = (await found(resource, matchBy, value)).map(({ name }) => name);
				expect(names).toEqual(['Once']);
			},
		);
	});

	test('several matches are an error that lists the IDs, and the other items go on', async () => {
		const twin = { name: 'Twin', telNo: '03-7000-0200' };
		const ids = await fixture.write('customer', [twin, twin]);
		const { items } = await upsert(
			[
				['Twin', '03-7000-0200'],
				['Fine', '03-7000-0201'],
				['No value', ''],
			],
			{},
			GOES_ON,
		);
		expect(items[0]?.json.error).toContain(ids.join('-'));
		expect(items[1]?.json.action).toBe('created');
		expect(items[2]?.json.error).toContain('has no value for it');
		expect(items.map(({ json }) => json.details)).toEqual([
			{ item: 0, record: twin },
			undefined,
			{ item: 2, record: { name: 'No value' } },
		]);
	});

	test('Dry Run shows what would happen, with no ID of what isn’t there, and changes nothing', async () => {
		const ghost: [string, string] = ['Ghost', '03-7000-0300'];
		const renamed: [string, string] = ['Spirit', ghost[1]];
		const { items } = await upsert([ghost, ghost, renamed], { dryRun: true });
		const data = { name: ghost[0], telNo: ghost[1] };
		expect(items.map(({ json }) => json)).toMatchObject([
			{ dryRun: true, action: 'create', data },
			{ dryRun: true, action: 'unchanged' },
			{ dryRun: true, action: 'update' },
		]);
		expect(items[2]?.json).toMatchObject({ action: 'update', data: { ...data, name: 'Spirit' } });
		expect(items[2]?.json.data).not.toHaveProperty('id');
		expect(await sent()).toEqual(['POST /v2/customers/search']);
	});

	test('contacts have no bulk: they are written one by one', async () => {
		const email = 'nathan@upsert.example';
		const call = async (memo: string) =>
			await fixture.records('contact.createOrUpdate', {
				parameters: { matchBy: 'email', name: 'Nathan', additionalFields: { email, memo } },
			});
		const [first] = await call('a');
		expect(first?.action).toBe('created');
		expect(await call('b')).toMatchObject([{ action: 'updated', id: first?.id }]);
	});

	test('custom objects are matched by the equality filter of their item key (v2 §4.11)', async () => {
		const call = async (keys: string[], subjects: string[]) =>
			(
				await fixture.run('customObject.createOrUpdate', {
					parameters: {
						...{ customObjectDefKey: '={{ $json.key }}', matchBy: 'subject' },
						customFields: {
							mappingMode: 'defineBelow',
							value: { subject: '={{ $json.subject }}' },
						},
					},
					input: subjects.map((subject, at) => ({ subject, key: keys[at] ?? 'ticket' })),
				})
			).items.map(({ json }) => json);
		const first = await call([], ['UP-1', 'UP-2']);
		expect(first.map(({ action }) => action)).toEqual(['created', 'created']);
		expect(await call([], ['UP-1', 'UP-2'])).toMatchObject(
			first.map(({ id }) => ({ action: 'unchanged', id })),
		);
		// However the definition's key is written.
		const same = await call(['ticket', 'ticket ', ' ticket'], ['UP-3', 'UP-3', 'UP-3']);
		expect(same.map(({ action }) => action)).toEqual(['created', 'unchanged', 'unchanged']);
		expect(new Set(same.map(({ id }) => id)).size).toBe(1);
	});

	test('objects of two definitions are two, also where they have one ID', async () => {
		const held = { id: 5, subject: 'S', note: 'old' };
		const input = [
			{ key: 'ticket', note: 'new' },
			{ key: 'asset', note: 'old' },
			{ key: 'asset', note: 'new' },
		];
		const { items, requests } = await runOn('customObject.createOrUpdate', {
			respond: () => listOf([held]),
			parameters: {
				...{ customObjectDefKey: '={{ $json.key }}', matchBy: 'subject' },
				customFields: {
					mappingMode: 'defineBelow',
					value: { subject: 'S', note: '={{ $json.note }}' },
				},
			},
			input,
		});
		const actions = items.map(({ json }) => json.action);
		expect(actions).toEqual(['updated', 'unchanged', 'updated']);
		const written = requests.filter(({ method }) => method === 'PATCH').map(({ path }) => path);
		expect(written).toEqual(
			['ticket', 'asset'].map((key) => `/custom_object_defs/${key}/custom_objects/bulk`),
		);
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
			return (await fixture.write(resource, [row]))[0];
		};

		test.each([
			['decimal_number', 771.5, '771.50'],
			['decimal_number', '772', '772.0000'],
			['number', '00773', 773],
			['date', '2031-03-04', '2031-03-04T00:00:00Z'],
		])('%s: %j matches %j', async (type, given, held) => {
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
		const find = async (resource: string, field: string, operator: string, value: unknown) =>
			(
				await fixture.records(`${resource}.search`, {
					parameters: {
						conditions: { values: [{ field, operator, value }] },
					},
					workflowSettings: { timezone: 'Asia/Tokyo' },
				})
			)
				.map(({ id }) => id)
				.sort();

		test('Is One Of on decimals and on date-times', async () => {
			// What is shown can be searched for only where it is shown as it is stored.
			await fixture.steer('PATCH', '/options', { shownTimesRoundedMs: 0 });
			const rows = ['881.25', '882.50'].map((value) => ({
				...{ name: 'A', customerCustoms: [{ itemKey: 'customer_decimal_number', value }] },
			}));
			const ids = await fixture.write('customer', rows);
			const rate = 'custom:customer_decimal_number:decimal_number';
			expect(await find('customer', rate, 'isOneOf', '881.2500, 882.5, 9')).toEqual(ids);
			const all = await fixture.records('customer.getMany', { parameters: { returnAll: true } });
			const times = all
				.filter(({ id }) => ids.includes(id as number))
				.map((each) => each.createdAt);
			expect(await find('customer', 'createdAt', 'isOneOf', times)).toEqual(
				expect.arrayContaining(ids),
			);
		});

		test('a whole day among moments is all of it, in the workflow’s time zone', async () => {
			const times = ['05-05T14:59:59Z', '05-05T15:00:00Z', '05-06T14:59:59Z', '05-06T15:00:00Z'];
			const ids = await fixture.write(
				'customer',
				times.map((time) => ({ name: 'A day', createdAt: `2033-${time}` })),
			);
			const places = async (operator: string) =>
				(await find('customer', 'createdAt', operator, '2033-05-06'))
					.map((id) => ids.indexOf(id as number))
					.filter((place) => place >= 0);
			expect(await places('equals')).toEqual([1, 2]);
			expect(await places('notEquals')).toEqual([0, 3]);
			expect(await places('greaterThan')).toEqual([3]);
			expect(await places('greaterOrEqual')).toEqual([1, 2, 3]);
			expect(await places('lessThan')).toEqual([0]);
			expect(await places('lessOrEqual')).toEqual([0, 1, 2]);
			expect(await places('isOneOf')).toEqual([1, 2]);
		});

		/** A bare day is midnight in UTC; any other moment is of the day that it has in the zone. */
		const dayIn = (zone: string) => (moment: string) =>
			moment.includes('T00:00:00Z')
				? moment.slice(0, 10)
				: new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.parse(moment));
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

		test('a day of a custom date is the bare day, and all moments that are of it in the zone', async () => {
			const moments = [4, 5, 6, 7, 8].flatMap((day) =>
				['00:00:00Z', '05:00:00Z', '09:59:59Z', '15:00:00Z', '23:30:00Z'].map(
					(time) => `2033-05-0${day}T${time}`,
				),
			);
			const ids = await fixture.write(
				'customer',
				moments.map((value) => ({
					...{ name: 'A custom day', customerCustoms: [{ itemKey: 'customer_date', value }] },
				})),
			);
			const zones = [
				'Asia/Tokyo',
				'America/New_York',
				'UTC',
				'Pacific/Kiritimati',
				'Pacific/Pago_Pago',
			];
			for (const timezone of zones) {
				for (const [operator, isFound] of SIGNS) {
					const condition = { field: 'custom:customer_date:date', operator, value: DAY };
					const found = await fixture.records('customer.search', {
						parameters: { conditions: { values: [condition] }, returnAll: true },
						workflowSettings: { timezone },
					});
					const places = found.map(({ id }) => ids.indexOf(id as number)).sort((a, b) => a - b);
					const expected = moments.filter((each) => isFound(dayIn(timezone)(each)));
					expect([timezone, operator, places.flatMap((at) => moments[at] ?? [])]).toEqual([
						...[timezone, operator, expected],
					]);
				}
			}
		});
	});
});
