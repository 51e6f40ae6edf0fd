import { idsOf, recordsIn, type Fields, type Row } from './support/client';
import { actionForm, dealActionForm } from './support/forms';
import { but, hold, lacks, lists, moment, same, type Rule, type Step } from './support/rules';

const given: Step[] = [
	['+ customer', [{ name: 'C1' }, { name: 'C2' }]],
	['+ deal', [{ name: 'D1' }, { name: 'D2', dealType: { id: 2 } }]],
	['+ contact', [{ name: 'P1' }, { name: 'P2' }, { name: 'P3' }]],
];
const outsideV1 = { v2: 'NOT_FOUND', v1: 500 };

describe.each([
	{ kind: 'customer', list: '/customers/1/actions', form: actionForm, choice: 'pattern' },
	{ kind: 'deal', list: '/actions', form: dealActionForm, choice: 'purpose' },
	{ kind: 'contact', list: '/contacts/1/actions', form: actionForm, choice: 'pattern' },
])(
	'$kind actions (v2 §2.5, §3, §4.5, §4.8, §4.10; v1 §2.6, §4)',
	({ kind, list, form, choice }) => {
		const versions = kind === 'contact' ? 'v2' : 'both';
		const one = `${list}/1`;
		const made = (more?: Fields, outcome?: object | string): Step => [
			`POST ${list}`,
			form(more),
			outcome,
		];
		/** An update, which in v1 says the deal of a deal action again. */
		const updated = (changes: object, outcome?: object | string): Step => {
			const ofV1 = kind === 'deal' ? { deal: { id: 1 }, ...changes } : changes;
			return [`PATCH ${one}`, { v2: changes, v1: ofV1 }, outcome];
		};
		const listed = (query: string, ...ids: number[]): Step => [
			`GET ${list}?${query}`,
			lists(...ids),
		];
		const at = (hour: number) => `2026-06-01T0${hour}:00:00Z`;
		const started = (hour: number) => made({ startDatetime: at(hour), endDatetime: at(hour + 1) });

		hold(given, [
			[
				'every property is kept',
				versions,
				made(
					{
						invitees: [{ id: 2 }, { id: 3 }],
						contacts: [{ id: 2 }],
						preNote: 'Before',
						result: 'After',
						active: false,
						actionCustoms: [{ itemKey: 'action_text', value: 'Detail' }],
					},
					{
						preNote: 'Before',
						result: 'After',
						extraResult: '',
						active: false,
						creator: { id: 1 },
						invitees: [{ id: 2 }, { id: 3 }],
						pattern: { id: 1, name: 'Call' },
						[choice]: { id: 1 },
						[kind]: { id: 1, name: expect.stringMatching(/^[CDP]1$/) },
						startDatetime: moment('2026-05-01T10:00:00Z'),
						endDatetime: moment('2026-05-01T11:00:00Z'),
						contacts: kind === 'contact' ? [{ id: 1 }, { id: 2 }] : [{ id: 2 }],
						actionCustoms: expect.arrayContaining([
							expect.objectContaining({ itemType: 'text', value: 'Detail' }),
						]),
					},
				),
				[`GET ${one}`, same],
			],
			...['startDatetime', 'endDatetime', 'creator', choice].map((name): Rule => [
				`${name} is required`,
				versions,
				made({ [name]: undefined }, `VALIDATION_FAILED: ${name} is required`),
			]),
			[
				'active=true is not completed, false completed; an update moves it (part 3)',
				versions,
				made({}, { active: true }),
				updated({ active: false }, { active: false }),
				updated({ preNote: 'x' }, { active: false }),
				updated({ active: true }, { active: true }),
			],
			[
				'an update changes only what the body holds; invitees replaces the whole list',
				versions,
				made({ invitees: [{ id: 2 }, { id: 3 }], preNote: 'Kept' }),
				updated({ result: 'R' }, but({ result: 'R' })),
				updated({ invitees: [{ id: 4 }] }, { preNote: 'Kept', invitees: [{ id: 4 }] }),
				updated({ invitees: [], preNote: '' }, { invitees: [], preNote: '' }),
				// v2 §2.5 says "or null"; the form of a contact action doesn't (v2 §4.10, S8).
				...['preNote', 'result'].map((name) =>
					updated({ [name]: null }, kind === 'contact' ? 'BAD_REQUEST' : { [name]: null }),
				),
			],
			...[
				{ creator: { id: 99 } },
				{ creator: { id: 6 } },
				{ invitees: [{ id: 99 }] },
				{ contacts: [{ id: 99 }] },
				{ [choice]: { id: 99 } },
			].map((more): Rule => [
				`${JSON.stringify(more)} is missing`,
				versions,
				made(more, 'NOT_FOUND'),
			]),
			...[{ startDatetime: 'now' }, { active: 'yes' }, { creator: 1 }, { invitees: { id: 1 } }].map(
				(more): Rule => [
					`${JSON.stringify(more)} is wrongly typed`,
					versions,
					made(more, 'BAD_REQUEST'),
				],
			),
			[
				'files are added by include_files=1 only',
				versions,
				[
					`+ ${kind}Action`,
					[{ [kind]: { id: 1 }, files: [{ name: 'a', mimeType: 'text/x', url: 'https://f' }] }],
				],
				[`GET ${one}`, lacks('files')],
				[`GET ${one}?include_files=0`, lacks('files')],
				[
					`GET ${one}?include_files=1`,
					{ files: [{ name: 'a', mimeType: 'text/x', url: 'https://f' }] },
				],
			],
			[
				'delete answers 200 without a body, and then the action is missing',
				kind === 'customer' ? 'both' : 'v2',
				made(),
				[`DELETE ${one}`, null],
				...['GET', 'PATCH', 'DELETE'].map((method): Step => [
					`${method} ${one}`,
					method === 'PATCH' ? {} : undefined,
					'NOT_FOUND',
				]),
			],
			[
				'a list is sorted by start in both directions',
				versions,
				started(3),
				started(1),
				started(2),
				listed('sort=startDatetime', 2, 3, 1),
				listed('sort=-startDatetime', 1, 3, 2),
			],
			[
				'in snake_case too, where the parameter lists it (v2 §4.5)',
				'v2',
				started(3),
				started(1),
				started(2),
				listed('sort=start_datetime', 2, 3, 1),
				listed('sort=-start_datetime', 1, 3, 2),
			],
			[
				'the latest start comes first by default; other keys are refused',
				versions === 'both' ? 'v2' : versions,
				started(3),
				started(1),
				started(2),
				listed('', 1, 3, 2),
				[`GET ${list}?sort=updatedAt`, 'BAD_REQUEST'],
			],
			[
				'windows on start and end, creation and update',
				versions,
				[
					`+ ${kind}Action`,
					[1, 4].map((hour) => ({
						[kind]: { id: 1 },
						startDatetime: at(hour),
						endDatetime: at(hour + 1),
						createdAt: at(hour),
						updatedAt: at(hour + 2),
					})),
				],
				listed(`sort=startDatetime&startDatetime=${at(1)}&endDatetime=${at(5)}`, 1, 2),
				listed(`startDatetime=${at(2)}&endDatetime=${at(5)}`, 2),
				listed(`startDatetime=${at(1)}&endDatetime=${at(4)}`, 1),
				listed(`createdAtFrom=${at(2)}&createdAtTo=${at(4)}`, 2),
				listed(`updatedAtFrom=${at(3)}&updatedAtTo=${at(5)}`, 1),
				// With an offset, and without one, which is UTC (v2 §2.1 rule 2).
				listed('updatedAtFrom=2026-06-01T14:00:00%2B09:00', 2),
				listed('updatedAtFrom=2026-06-01T03:00:00&updatedAtTo=2026-06-01T03:00:00', 1),
				[`GET ${list}?createdAtFrom=later`, 'BAD_REQUEST'],
			],
			[
				'users[][id], repeated, finds creators and invitees',
				versions,
				made({ creator: { id: 4 } }),
				made({ creator: { id: 2 }, invitees: [{ id: 5 }] }),
				made(),
				listed('users[][id]=5', 2),
				listed('users%5B%5D%5Bid%5D=5', 2),
				listed('users[][id]=5&users[][id]=4&sort=-startDatetime', 1, 2),
				[`GET ${list}?users[][id]=x`, 'BAD_REQUEST'],
			],
			[
				`active and ${choice} filter`,
				versions,
				made(),
				made({ active: false, [choice]: { id: 2 } }),
				listed('active=false', 2),
				listed('active=true', 1),
				listed(`${choice}=2`, 2),
				listed(`${choice}=1`, 1),
				[`GET ${list}?active=maybe`, 'BAD_REQUEST'],
			],
		]);
	},
);

describe('customer actions (v2 §4.5; v1 §4)', () => {
	hold(given, [
		[
			'a missing customer is refused; all lists those of every customer',
			['GET /customers/99/actions', 'NOT_FOUND'],
			['POST /customers/99/actions', actionForm(), 'NOT_FOUND'],
			['POST /customers/1/actions', actionForm()],
			['POST /customers/2/actions', actionForm()],
			['GET /customers/all/actions?sort=startDatetime', lists(1, 2)],
			['GET /customers/2/actions', lists(2)],
			['GET /customers/some/actions', 'NOT_FOUND'],
		],
		[
			'an action is reached through its own customer only',
			['POST /customers/2/actions', actionForm()],
			['GET /customers/1/actions/1', 'NOT_FOUND'],
			['PATCH /customers/1/actions/1', {}, 'NOT_FOUND'],
			['GET /actions/1', 'NOT_FOUND'],
		],
		[
			'in bulk they carry their customer and, in v1, files',
			'v1',
			[
				'POST /customers/actions/bulk',
				{
					actions: [
						actionForm({ customer: { id: 1 }, files: [{ name: 'a.pdf', path: '/a.pdf' }] }),
					],
				},
				[1],
			],
			[
				'GET /customers/1/actions/1?include_files=1',
				{ files: [{ name: 'a.pdf', mimeType: 'application/pdf', url: '/a.pdf' }] },
			],
		],
		[
			'the contacts of an action have the whole shape of v1 §2.5',
			'v1',
			['POST /customers/1/actions', actionForm({ contacts: [{ id: 1 }] })],
			[
				'GET /contacts?searchWord=P1',
				(body, { contacts }) => expect(body.contacts).toEqual(contacts),
			],
		],
	]);
});

describe('deal actions (v2 §4.8; v1 §4)', () => {
	const bulk = (dealTypeId: number | undefined, outcome: object): Step => [
		'POST /actions/bulk',
		{ dealTypeId, actions: [dealActionForm()] },
		outcome,
	];
	const ofSecond = { deal: { id: 2 }, purpose: { id: 4 } };
	hold(given, [
		[
			'dealId filters; the purpose brings its pattern',
			['POST /actions', dealActionForm()],
			['POST /actions', dealActionForm(ofSecond), { purpose: { id: 4 }, pattern: { id: 2 } }],
			['GET /actions?dealId=2', lists(2)],
		],
		[
			'a purpose of another deal type, a missing deal and none are refused',
			['POST /actions', dealActionForm({ ...ofSecond, purpose: { id: 1 } }), 'VALIDATION_FAILED'],
			['POST /actions', dealActionForm({ deal: { id: 99 } }), 'NOT_FOUND'],
			['POST /actions', dealActionForm({ deal: undefined }), 'VALIDATION_FAILED'],
		],
		[
			'bulk actions are of the one deal type named',
			bulk(1, [expect.any(Number)]),
			bulk(2, { v2: 'VALIDATION_FAILED', v1: 500 }),
			bulk(99, outsideV1),
			bulk(undefined, { v2: 'VALIDATION_FAILED', v1: 500 }),
		],
		[
			'an update requires the deal in v1',
			'v1',
			['POST /actions', dealActionForm()],
			['PATCH /actions/1', { active: false }, 'VALIDATION_FAILED'],
			['PATCH /actions/9', { deal: { id: 1 } }, 'NOT_FOUND'],
		],
	]);
});

describe('contact actions (v2 §4.10)', () => {
	const named = (id: number, contact: object) => (body: Fields) =>
		expect(recordsIn(body).find((action) => action.id === id)).toMatchObject({ contact });
	const types =
		(...found: Array<[id: number, dataType: number, deal: Fields | null]>) =>
		(body: Fields) =>
			expect(recordsIn(body).map(({ id, dataType, deal }) => [id, dataType, deal])).toEqual(found);
	const ofDeal: [number, number, Fields] = [1, 0, { id: 1, name: 'D1' }];
	const ofContact: [number, number, null] = [2, 1, null];
	hold(given, [
		[
			'date-times are answered with the +09:00 offset',
			'v2',
			[
				'POST /contacts/1/actions',
				actionForm(),
				{
					startDatetime: '2026-05-01T19:00:00.000+09:00',
					createdAt: expect.stringMatching(/\+09:00$/),
				},
			],
		],
		[
			'dataType 0 = deal action, 1 = contact action, omitted = both',
			'v2',
			['POST /actions', dealActionForm({ contacts: [{ id: 3 }] })],
			['POST /contacts/3/actions', actionForm()],
			['GET /contacts/3/actions?dataType=0', types(ofDeal)],
			['GET /contacts/3/actions?dataType=1', types(ofContact)],
			['GET /contacts/3/actions?sort=startDatetime', types(ofDeal, ofContact)],
			['GET /contacts/3/actions?dataType=2', 'BAD_REQUEST'],
		],
		[
			'with all, contact is the linked contact with the smallest id',
			'v2',
			['POST /contacts/2/actions', actionForm({ contacts: [{ id: 1 }, { id: 3 }] })],
			['GET /contacts/all/actions', named(1, { id: 1, name: 'P1' })],
			['GET /contacts/3/actions', named(1, { id: 3, name: 'P3' })],
			['GET /contacts/99/actions', 'NOT_FOUND'],
		],
		[
			'the form names the other contacts; the owner stays linked',
			'v2',
			['POST /contacts/1/actions', actionForm({ contacts: [{ id: 2 }] })],
			[
				'PATCH /contacts/1/actions/1',
				{ contacts: [{ id: 3 }] },
				({ contacts }) => expect(idsOf(contacts as Row[])).toEqual([1, 3]),
			],
		],
	]);
});
