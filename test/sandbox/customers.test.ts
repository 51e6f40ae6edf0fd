import { actionForm, dealActionForm, dealForm } from './support/forms';
import { but, hold, lacks, lists, same, type Rule, type Step } from './support/rules';

const fields = {
	name: 'Whole Ltd',
	address: 'Street 1',
	telNo: '03-1234-5678',
	webUrl: 'https://whole.example',
	employee: 10,
	capital: 0,
	closingMonth: 12,
};
const whole = { ...fields, ownerRoleId: 1 };
const ofV2 = { ...whole, companyNum: '123', establishYear: 1999, industryId: 2, parentId: null };
const make: Step = ['POST /customers', { v2: ofV2, v1: whole }];

describe('create (v2 §2.4, §4.4; v1 §2.4, §4)', () => {
	const refused = (code: string, ...forms: object[]) =>
		forms.map((form): Rule => [
			`${JSON.stringify(form)} is a ${code}`,
			['POST /customers', form, code],
		]);
	hold(
		[],
		[
			[
				'every property is kept',
				['POST /customers', whole, { ...fields, ownerRole: { id: 1, name: 'Sales' } }],
				['GET /customers/1', same],
				['GET /customers/1', lacks('customObjects')],
			],
			[
				'industry.name is set from industryId; companyNum stands in company too',
				'v2',
				['POST /customers', ofV2, { industry: { id: 2, name: 'Retail' }, establishYear: 1999 }],
				['GET /customers/1', { companyNum: '123', company: { companyNum: '123' } }],
			],
			[
				'a name alone is enough, and is required',
				['POST /customers', { name: 'Bare' }, { address: null, ownerRole: null }],
				['POST /customers', { address: 'x' }, 'VALIDATION_FAILED: name is required'],
			],
			[
				'what only v2 knows means nothing in v1',
				'v1',
				['POST /customers', { name: 'x', companyNum: '1', parentId: 9 }, { company: {} }],
				['PATCH /customers/1', { companyNum: '1' }, { company: { companyNum: null } }],
			],
			...[1, 12].map((closingMonth): Rule => [
				`closingMonth ${closingMonth} is one (§8)`,
				['POST /customers', { name: 'x', closingMonth }, { closingMonth }],
			]),
			...refused(
				'VALIDATION_FAILED',
				...[0, 13].map((closingMonth) => ({ name: 'x', closingMonth })),
			),
			...refused(
				'BAD_REQUEST',
				{ name: 5 },
				{ name: null },
				{ name: 'x', employee: 'ten' },
				{ name: 'x', capital: 1.5 },
				{ name: 'x', address: {} },
				{ name: 'x', customerCustoms: {} },
			),
			// The role is of another domain.
			...refused('NOT_FOUND', { name: 'x', ownerRoleId: 99 }, { name: 'x', ownerRoleId: 3 }),
			[
				'a reference to nothing is a 404',
				'v2',
				['POST /customers', { name: 'x', industryId: 99 }, 'NOT_FOUND'],
				['POST /customers', { name: 'x', parentId: 99 }, 'NOT_FOUND'],
				['POST /customers', { name: 'x', customObjects: [{ id: 9 }] }, 'NOT_FOUND'],
			],
			[
				'the status of a create is an option (S3)',
				'v2',
				['options', { createStatusV2: 201 }],
				['POST /customers', { name: 'x' }, 201],
				['options', { createStatusV2: null }],
				['POST /customers', { name: 'x' }, 200],
			],
		],
	);
});

describe('the company that a website identifies (v2 §2.4)', () => {
	const webUrl = 'http://www.registered-works.example/about';
	const made = (form: object, outcome: object): Step => [
		'POST /customers',
		{ name: 'x', ...form },
		outcome,
	];
	hold(
		[],
		[
			[
				'its founding year is used when the year is omitted',
				'v2',
				made({ webUrl }, { establishYear: 1987, company: { name: 'Registered Works' } }),
				made({ webUrl, establishYear: 2001 }, { establishYear: 2001 }),
				made({ webUrl, establishYear: null }, { establishYear: null }),
			],
			[
				'its main industry replaces the given one, and unsets it where it has none',
				'v2',
				made({ webUrl, industryId: 3 }, { industry: { id: 1, name: 'Manufacturing' } }),
				made(
					{ webUrl: 'https://bare-trading.example', industryId: 3 },
					{ industry: null, establishYear: null },
				),
			],
			[
				'a website that two companies have identifies none',
				'v2',
				made(
					{ webUrl: 'https://twins.example', industryId: 3 },
					{ industry: { id: 3 }, establishYear: null },
				),
			],
			[
				'companies are registered through the steering',
				'v2',
				['+ company', [{ name: 'New', webUrl: 'https://new.example', establishYear: 1955 }]],
				made({ webUrl: 'https://new.example' }, { establishYear: 1955 }),
			],
		],
	);
});

describe('update (v2 §2.1 rule 4, §4.4; v1 §4)', () => {
	const updated = (changes: object, outcome?: object): Step => [
		'PATCH /customers/1',
		changes,
		outcome ?? changes,
	];
	const cleared = { address: null, telNo: null, webUrl: null, employee: null, closingMonth: null };
	hold(
		[make],
		[
			[
				'only the properties in the body change',
				updated({ address: 'Elsewhere' }, but({ address: 'Elsewhere' })),
				['GET /customers/1', same],
			],
			[
				'null clears what can be cleared; 0 is a value',
				updated({ ...cleared, capital: 0 }),
				updated({ capital: null, ownerRoleId: null }, { capital: null, ownerRole: null }),
			],
			[
				'neither null nor empty text clears companyNum',
				'v2',
				...[null, ''].map((companyNum) => updated({ companyNum }, { companyNum: '123' })),
				updated({ companyNum: '9' }),
			],
			[
				'industry as {id} overrides industryId, as null leaves it in effect, without id unsets it',
				'v2',
				updated({ industry: { id: 3 }, industryId: 1 }, { industry: { id: 3 } }),
				updated({ industry: null, industryId: 1 }, { industry: { id: 1 } }),
				updated({ industry: null }, { industry: { id: 1 } }),
				updated({ industry: {}, industryId: 1 }, { industry: null }),
			],
			[
				'the name of an industry is known, as responses show it',
				'v2',
				['options', { unknownParameters: 'refuse' }],
				updated({ industry: { id: 3, name: 'Any' } }, { industry: { id: 3 } }),
			],
			[
				'null unsets industryId and establishYear; a parentId is ignored',
				'v2',
				updated({ industryId: null, establishYear: null }, { industry: null, establishYear: null }),
				updated({ parentId: 1 }, {}),
			],
			['a missing customer is refused', ['PATCH /customers/9', {}, 'NOT_FOUND']],
		],
	);
});

describe('delete (v2 §4.4)', () => {
	const gone = [
		'/customers/1',
		'/deals/1',
		'/contacts/1',
		'/actions/2',
		'/customers/1/actions/1',
		'/contacts/1/actions/3',
	];
	hold(
		[],
		[
			[
				'its deals, contacts, actions and links go with it, physically',
				'v2',
				make,
				['POST /customers', { name: 'Stays', parentId: 1 }],
				['POST /deals', dealForm()],
				['POST /deals', dealForm({ customer: { id: 2 } })],
				['PATCH /deals/2', { dealCustomers: [{ dealCustomerTypeId: 1, customerId: 1 }] }],
				['POST /contacts', { name: 'C', customer: { id: 1 } }],
				['POST /customers/1/actions', actionForm()],
				['POST /actions', dealActionForm()],
				['POST /contacts/1/actions', actionForm()],
				['+ customObject', [{ customers: [{ id: 1 }] }]],
				...gone.map((path): Step => [`GET ${path}`]),
				['DELETE /customers/1', null],
				...gone.map((path): Step => [`GET ${path}`, 'NOT_FOUND']),
				['GET /customers/2'],
				['GET /deals/2', { dealCustomerTypes: [] }],
				[
					'GET /custom_object_defs/ticket/custom_objects/1?include_related_objects=1',
					{ customers: [] },
				],
			],
			[
				'a second delete is a 404, and the id is not used again (S3)',
				'v2',
				make,
				make,
				['DELETE /customers/2', null],
				['DELETE /customers/2', 'NOT_FOUND'],
				['POST /customers', whole, { id: 3 }],
			],
		],
	);
});

describe('custom objects of a record (include_related_objects: v2 §4, v1 §2.4, §2.7, §4)', () => {
	const kinds = { customers: { name: 'x' }, deals: dealForm(), contacts: { name: 'x' } };
	const shown = (...ids: number[]) => ({
		customObjects: ids.map((id) => ({ id, customObjectDefKey: 'ticket' })),
	});
	hold(
		[
			['+ customObject', [{}, {}]],
			['+ customer', [{}]],
		],
		Object.entries(kinds).map(([plural, form]): Rule => {
			const path = `/${plural}/${plural === 'customers' ? 2 : 1}`;
			const related = `GET ${path}?include_related_objects=1`;
			return [
				`${plural}: added by 1 only; associations are added and deleted`,
				plural === 'contacts' ? 'v2' : 'both',
				[`POST /${plural}`, { ...form, customObjects: [{ id: 1 }, { id: 2 }] }],
				[`GET ${path}`, lacks('customObjects')],
				[`GET ${path}?include_related_objects=0`, lacks('customObjects')],
				[related, undefined, shown(1, 2)],
				[`PATCH ${path}`, { customObjects: [{ id: 1, delete: true }] }],
				[related, undefined, shown(2)],
			];
		}),
	);
});

describe('searchWord (v2 §4.4, §4.6, §4.9; v1 §4)', () => {
	hold(
		[
			['+ customer', [{ name: 'Zebrawood Works' }, { name: 'Other' }]],
			[
				'+ deal',
				[{ name: 'Zebra' }, { name: 'Fence', customer: { id: 1 } }, { customer: { id: 2 } }],
			],
			[
				'+ contact',
				[{ email: 'a@zebra.example' }, { customer: { id: 1 } }, { customer: { id: 2 } }],
			],
		],
		[
			[
				'is a part of the name, the customer or the address, in any case',
				['GET /customers?searchWord=EBRAWOOD', lists(1)],
				['GET /deals?searchWord=zebra&sort=createdAt', lists(1, 2)],
				['GET /contacts?searchWord=zebra&sort=createdAt', lists(1, 2)],
				['GET /customers?searchWord=100%25', lists()],
			],
		],
	);
});
