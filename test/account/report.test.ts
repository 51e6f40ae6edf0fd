/** Items and report hold nothing of the account and no secret, whatever the service says: they are for others to read. */
import * as fc from 'fast-check';
import {
	changing,
	KINDS,
	MISSING,
	startAccount,
	type Account,
	type Answered,
	type Checked,
	type Happens,
} from './support/account';

let account: Account;
beforeAll(async () => {
	account = await startAccount();
});
beforeEach(async () => await account.reset());
afterAll(async () => await account.close());

const WRITES = { includeWrites: true };

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands in an answer for something of the account. */
interface Marks {
	/** A word in every text, in the name of an unknown property, in error messages and in headers. */
	readonly word: string;
	/** The beginning of every number above three digits. */
	readonly digits: string;
}

/** An item key is the account's; other names are a record's own. */
const IS_ITEM_KEY =
	/^(?:customer|deal|contact|action|ticket|asset)_|^(?:subject|due_date|priority|assignees)$/;

/** Times and IDs stay, to be asked by. */
const IS_KEPT = /(?:At|Datetime|Date|datetime|Cursor|itemType)$|^customObjectDefKey$|[iI]d$/;

/** An answer of the same shape in which all that is data is marked. */
function marked(value: unknown, marks: Marks, name = ''): unknown {
	if (Array.isArray(value)) return value.map((each) => marked(each, marks, name));
	if (isObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [
				IS_ITEM_KEY.test(key) ? `${marks.word}${key}` : key,
				marked(inner, marks, key),
			]),
		);
	}
	if (IS_KEPT.test(name)) return value;
	if (typeof value === 'string') return `${marks.word} ${value}`;
	return typeof value === 'number' && value > 999
		? Number(`${marks.digits}${value % 1000}`)
		: value;
}

const marking =
	(marks: Marks): Happens =>
	async (_, pass) => {
		const answer = await pass();
		const body = isObject(answer.body)
			? { ...answer.body, [`${marks.word}Of`]: marks.word }
			: answer.body;
		return {
			...answer,
			headers: { ...answer.headers, 'x-owner': marks.word, 'x-ratelimit-of': marks.word },
			body: body === '' ? body : marked(body, marks),
		};
	};

const allMarks = fc.record({
	word: fc.stringMatching(/^Zq[A-Z][a-z]{4,8}[0-9]{2}$/),
	digits: fc.stringMatching(/^97531[1-9]{3}$/),
});

/** Nor is there a secret, or a host. */
function holdsNone({ told, findings }: Checked, ...words: string[]): void {
	expect(findings.length).toBeGreaterThan(0);
	const { credentials, v2 } = account.sandbox;
	for (const secret of Object.values(credentials)) expect(told).not.toContain(secret);
	expect(told).not.toContain(new URL(v2).hostname);
	for (const word of words) expect(told.toLowerCase()).not.toContain(word.toLowerCase());
}

test.each(KINDS)('%s: whatever the values are, none is told', async (kind) => {
	await fc.assert(
		fc.asyncProperty(allMarks, fc.boolean(), async (marks, includeWrites) => {
			const checked = await account.check({
				...{ kind, parameters: { includeWrites }, happens: marking(marks) },
			});
			expect(checked.findings.length).toBeGreaterThan(50);
			holdsNone(checked, marks.word, marks.digits);
		}),
		{ numRuns: 3 },
	);
});

test('the file begins with what it is, and holds each item', async () => {
	const { report, findings } = await account.check();
	expect(report).toMatch(/^# Account check\n/);
	for (const { check } of findings) expect(report).toContain(check);
});

/** The name of somebody, of which only its form tells that it is no name of a property. */
const KEY = 'tanakashoji';
const WORD = 'Zqmarked77';
const record = { id: 4_753_197, name: 'A' };

const ANSWERS: ReadonlyArray<[string, Answered]> = [
	...[200, 401, 403, 404, 410, 500].flatMap((status): Array<[string, Answered]> => [
		[`${status} a text`, { status, body: WORD }],
		[`${status} a page`, { status, body: `<html>${WORD}</html>` }],
		[
			`${status} JSON`,
			{ status, body: { error: WORD, customers: [{ ...record, [WORD]: WORD, updatedAt: WORD }] } },
		],
		[`${status} a key`, { status, body: { [KEY]: record, error: { [KEY]: [KEY] } } }],
	]),
	['headers', { ...MISSING, headers: { location: `https://${WORD}.example`, date: WORD } }],
	['a header of a rate', { ...MISSING, headers: { [`x-ratelimit-${KEY}`]: '5' } }],
	['lists by a name', { status: 200, body: { [KEY]: { customers: [record], totalCount: 1 } } }],
	['a property by a name', { status: 200, body: { customers: [{ ...record, [KEY]: 1 }] } }],
	['times of any kind', { status: 200, body: { deals: [{ ...record, createdAt: `a ${WORD}` }] } }],
];

test.each(ANSWERS)('a service that only answers with %s', async (_, answer) => {
	const checked = await account.check({ parameters: WRITES, happens: () => answer });
	holdsNone(checked, KEY, WORD, String(record.id));
});

test('a service that repeats what it is sent', async () => {
	const { personal } = account.sandbox.credentials;
	const checked = await account.check({
		happens: ({ path }) => ({ status: 200, body: { path, token: personal, [personal]: 1 } }),
	});
	holdsNone(checked);
});

test('item keys that are words of any interface: the shape is enough', async () => {
	const keys = ['start_date', 'customer_type', 'contract_status', 'sales_page_url'];
	const values = Object.fromEntries(keys.map((key) => [key, 'x']));
	const { told } = await account.check({
		parameters: { ...WRITES, objectKey: 'ticket' },
		happens: changing((body, { path }) =>
			/custom_objects\/\d+$/.test(path) ? { ...(body as object), ...values } : body,
		),
	});
	expect(told).toMatch(/customObject\.get[^|]*\| 200 \{[^}]*\*: text/);
	for (const key of keys) expect(told).not.toContain(key);
});
