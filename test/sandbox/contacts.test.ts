import { times } from './support/client';
import { actionForm, dealActionForm } from './support/forms';
import { but, hold, lists, same, type Rule, type Step } from './support/rules';

const whole = {
	name: 'Ann',
	email: 'ann@customer.example',
	tel: '03-1234-5678',
	mobileTel: '090-1111-2222',
	address: 'Street 2',
	dept: 'Buying',
	position: 'Head',
	memo: 'M',
};
const made = (outcome?: object): Step => [
	'POST /contacts',
	{ ...whole, customer: { id: 1 } },
	outcome,
];
const updated = (changes: object, outcome: object | string): Step => [
	'PATCH /contacts/1',
	changes,
	outcome,
];

describe('contacts (v2 §2.7, §4.9)', () => {
	hold(
		[
			['+ customer', [{ name: 'First' }]],
			['+ deal', [{}]],
		],
		[
			[
				'create keeps every property; a score is null until there is one (S5)',
				'v2',
				made({ ...whole, customer: { id: 1, name: 'First' }, externalLeadScore: null }),
				['GET /contacts/1', same],
			],
			[
				'only the name is required',
				'v2',
				['POST /contacts', { name: 'N' }],
				['POST /contacts', { email: 'x@y.example' }, 'VALIDATION_FAILED: name is required'],
				['POST /contacts', { name: 'N', customer: { id: 99 } }, 'NOT_FOUND'],
			],
			[
				'a score is read-only',
				'v2',
				['POST /contacts', { name: 'N', externalLeadScore: 5 }, { externalLeadScore: null }],
				updated({ externalLeadScore: 5 }, { externalLeadScore: null }),
			],
			[
				'an update changes only what the body holds; null clears, also the customer',
				'v2',
				made(),
				updated({ tel: null, customer: null }, but({ tel: null, customer: null })),
			],
			[
				'lifecycle stages are replaced as a whole',
				'v2',
				made(),
				updated(
					{ lifecycleStages: [{ id: 101 }] },
					{ lifecycleStages: [{ lifecycleStageTypeId: 1, id: 101, name: 'Lead' }] },
				),
				updated({ lifecycleStages: [{ id: 102 }] }, { lifecycleStages: [{ id: 102 }] }),
				updated({ lifecycleStages: [] }, { lifecycleStages: [] }),
			],
			[
				'delete takes its actions and deal links with it, physically',
				'v2',
				made(),
				made(),
				['POST /deals/1/contacts/1'],
				['POST /contacts/1/actions', actionForm()],
				['POST /actions', dealActionForm({ contacts: [{ id: 1 }] })],
				['DELETE /contacts/1', null],
				['GET /contacts/1', 'NOT_FOUND'],
				['GET /contacts/all/actions', lists()],
				['GET /actions/2', { contacts: [] }],
				['GET /deals/1/contacts', lists()],
			],
		],
	);
});

describe('phoneNumber compares digits of either number, from one end (v2 §4.9, v1 §4, S3)', () => {
	const found = ['06-7777-8888', '0677778888', '(06) 7777 8888', '080-5555-4444', '06', '4444'];
	const missed = ['77778', '0677778889', 'none'];
	hold(
		[['+ contact', [{ tel: '06-7777-8888', mobileTel: '080 5555 4444' }]]],
		[...found, ...missed].map((asked): Rule => [
			asked,
			[
				`GET /contacts?phoneNumber=${encodeURIComponent(asked)}`,
				found.includes(asked) ? lists(1) : lists(),
			],
		]),
	);
});

describe('how many custom objects a record takes (v2 §4.9, §4.11, §8)', () => {
	const ids = (count: number) => times(count, (at) => ({ id: at + 1 }));
	const tickets = '/custom_object_defs/ticket/custom_objects';
	hold(
		[
			['+ customObject', times(1001, () => ({}))],
			['+ customer', [{}]],
			['+ deal', [{}]],
		],
		[
			[
				'nothing limits those of a customer and of a deal',
				['POST /customers', { name: 'Many', customObjects: ids(1001) }],
				['PATCH /customers/1', { customObjects: ids(1001) }],
				['PATCH /deals/1', { customObjects: ids(1001) }],
			],
			[
				'a contact takes 1,000 a call, and more by another call; a custom object is created with 1,000 of all kinds, and updated without a limit',
				'v2',
				['POST /contacts', { name: 'Many', customObjects: ids(1001) }, 'VALIDATION_FAILED'],
				['POST /contacts', { name: 'Many', customObjects: ids(1000) }],
				['PATCH /contacts/1', { customObjects: ids(1001) }, 'VALIDATION_FAILED'],
				['PATCH /contacts/1', { customObjects: [{ id: 1001 }] }],
				['+ contact', times(1000, () => ({}))],
				[`POST ${tickets}`, { contacts: ids(1000), deals: [{ id: 1 }] }, 'VALIDATION_FAILED'],
				[`POST ${tickets}`, { contacts: ids(1000) }],
				[`PATCH ${tickets}/1002`, { deals: [{ id: 1 }] }, {}],
				[
					`GET ${tickets}/1002?include_related_objects=1`,
					({ contacts, deals }) =>
						expect([...(contacts as object[]), ...(deals as object[])]).toHaveLength(1001),
				],
			],
		],
	);
});
