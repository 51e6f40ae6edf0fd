/** What the documents leave open is found, is told as what it is and nothing else, and with what to do. */
import {
	answering,
	changing,
	FORBIDDEN,
	matching,
	startAccount,
	type Account,
	type Given,
} from './support/account';

let account: Account;
beforeAll(async () => {
	account = await startAccount();
});
afterAll(async () => await account.close());

const REFUSED = { status: 400, body: { error: 'NO' } };
const WRITES = { parameters: { includeWrites: true } };

interface Row {
	readonly what: string;
	/** The sandbox is such a service. */
	readonly dialect?: string;
	readonly given?: Given;
	/** The statements that say so; no other may differ. */
	readonly statement: RegExp;
	readonly evidence: RegExp;
	readonly advice: RegExp;
	readonly verdict?: 'notPermitted';
}

const ROWS: readonly Row[] = [
	{
		what: 'a read that this credential may not do',
		given: { happens: answering(matching('GET', /^\/contacts$/), FORBIDDEN) },
		...{ statement: /contact\.getMany/, evidence: /^403/, verdict: 'notPermitted' },
		advice: /whose owner may not do it.* ask whoever administers the service/,
	},
	{
		what: 'a search that refuses its conditions',
		given: { happens: answering(matching('POST', /^\/deals\/search$/), REFUSED) },
		...{ statement: /deal\.search/, evidence: /^400/ },
		advice: /does not work as it is: the service refuses the question/,
	},
	{
		...{ what: 'a page that does not follow', dialect: 'cursor-called-page-token' },
		...{ statement: /^pages:|^search:order$/, evidence: /the first one again/ },
		advice: /Return All ends too early or fails|Create or Update .* may not find them/,
	},
	{
		...{ what: 'pages that are counted from 0', dialect: 'pages-from-zero' },
		...{ statement: /^(pages|envelope):/, evidence: /page=1 is not the first|counted from 0/ },
		advice: /are whole with Return All, but with a Limit they may begin|packed otherwise/,
	},
	{
		...{ what: 'a window that is not heeded', dialect: 'windows-ignored' },
		...{ statement: /^window:/, evidence: /no effect/ },
		advice: /a trigger may miss changes or be slow/,
	},
	{
		...{ what: 'a documented property that is missing', dialect: 'references-as-ids' },
		...{ statement: /^fields:/, evidence: /\w is missing/ },
		advice: /a workflow may find them empty/,
	},
	{
		...{ what: 'one of another type', dialect: 'decimals-as-numbers' },
		...{ statement: /^(fields|customs):/, evidence: /number instead of decimal as text/ },
		advice: /another form/,
	},
	{
		...{ what: 'custom values without their keys', dialect: 'customs-without-item-keys' },
		...{ statement: /^customs:/, evidence: /itemKey is missing/ },
		advice: /Custom fields come in another form/,
	},
	{
		...{ what: 'times without a zone', dialect: 'times-without-zone' },
		...{ statement: /^times:/, evidence: /times have no offset/ },
		advice: /Times come in another form, and triggers go by them/,
	},
	{
		...{ what: 'another method of updates', dialect: 'updates-by-put', given: WRITES },
		...{ statement: /^write:\w+\.update$|^routes:derived$/, evidence: / at PUT \/|not tried/ },
		advice: /copy endpointOverrides|are among endpointOverrides/,
	},
	{
		what: 'a create that asks for more fields',
		given: { ...WRITES, happens: answering(matching('POST', /^\/customers$/), REFUSED) },
		...{ statement: /customer\.create$/, evidence: /^400/ },
		advice: /may ask for fields that the check does not fill: create such a record by hand/,
	},
	{
		what: 'a rate that is less than the documents say',
		given: {
			happens: async (_, pass) => {
				const answer = await pass();
				return { ...answer, headers: { ...answer.headers, 'x-ratelimit-limit': '2' } };
			},
		},
		...{ statement: /^rate/, evidence: /x-ratelimit-limit|less than 5 requests a second/ },
		advice: /lower Requests per Second in the credential|The node goes by Requests per Second/,
	},
	{
		...{ what: 'a clock that is ahead', dialect: 'date-ahead' },
		...{ statement: /^clock$/, evidence: /\d{3} s ahead/ },
		advice: /set n8n’s clock right/,
	},
];

/** Words that nobody needs to know who builds workflows. */
const TECHNICAL =
	/\b(?:envelope|wrapper|cursor|totalCount|hasMore|updatedAt|createdAt|property key|ISO 8601|hint)\b/;

test.each(ROWS)('$what', async ({ dialect, given, statement, evidence, advice, ...row }) => {
	await account.reset(dialect === undefined ? [] : [dialect]);
	const { findings } = await account.check(given);
	const odd = findings.filter(({ verdict }) => verdict === (row.verdict ?? 'differs'));
	expect(odd.length).toBeGreaterThan(0);
	for (const finding of odd) {
		expect(finding).toMatchObject({
			check: expect.stringMatching(statement) as string,
			evidence: expect.stringMatching(evidence) as string,
			advice: expect.stringMatching(advice) as string,
		});
	}
	const others = findings.filter((each) => !odd.includes(each));
	expect(others.filter(({ verdict }) => verdict === 'differs')).toEqual([]);
	expect(odd.filter((each) => TECHNICAL.test(each.advice))).toEqual([]);
});

test('a read that is answered at times is permitted, and its question is not', async () => {
	await account.reset();
	const { differing, of } = await account.check({
		happens: answering(({ path, query }) => path === '/deals' && 'sort' in query, FORBIDDEN),
	});
	expect(differing).toEqual([]);
	expect(of('route:deal.getMany')).toMatchObject({ verdict: 'asDescribed' });
	expect(of('pages:deal.getMany')).toMatchObject({
		verdict: 'notPermitted',
		evidence: expect.stringMatching(/to one question, although others were answered/) as string,
		advice: expect.stringMatching(/for the permission/) as string,
	});
});

test('an estimated total is no page that is capped, and the number of records is not told', async () => {
	await account.reset(['total-count-estimated']);
	await account.write(
		'contact',
		Array.from({ length: 37 }, (_, at) => ({ name: `More ${at}` })),
	);
	const { differing, told } = await account.check();
	expect(differing.filter(([check]) => !check.startsWith('totalCount:'))).toEqual([]);
	expect(differing.map(([check]) => check)).toContain('totalCount:search');
	const { contact } = await account.counts();
	expect(contact).toBeGreaterThan(37);
	expect(told).not.toMatch(new RegExp(`\\b${contact}\\b`));
});

test('a customer that is not found by its own name differs, in a script without capitals too', async () => {
	await account.reset([], 'empty');
	const name = '株式会社東京商事';
	const rows = ['ミズノ工業', 'شركة النور', name];
	const updatedAt = '2026-01-05T03:04:05.678Z';
	await account.write(
		'customer',
		rows.map((each) => ({ name: each, updatedAt })),
	);
	expect((await account.check()).differing).toEqual([]);
	const { differing } = await account.check({
		happens: changing((body, asked) =>
			rows.some((each) => JSON.stringify(asked.body).includes(each))
				? { customers: [], hasMore: false, nextCursor: null, totalCount: 0 }
				: body,
		),
	});
	expect(differing.map(([check]) => check)).toContain('search:equality');
});
