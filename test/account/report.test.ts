/** Items and report hold nothing of the account and no secret, whatever the service says: they are for others to read. */
import tables from './report.json';
import { changing, KINDS, useAccount, type Checked, type Happens } from './support/account';

const account = useAccount();

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stands in every text, in the name of an unknown property, in error messages and in headers. */
const WORD = 'Zqmarked77';
/** Every number above three digits begins with it. */
const DIGITS = '97531';
/** The name of somebody, of which only its form tells that it is no name of a property. */
const KEY = 'tanakashoji';

/** An item key is the account's; other names are a record's own. */
const IS_ITEM_KEY =
	/^(?:customer|deal|contact|action|ticket|asset)_|^(?:subject|due_date|priority|assignees)$/;
/** Times and IDs stay, to be asked by. */
const IS_KEPT = /(?:At|Datetime|Date|datetime|Cursor|itemType)$|^customObjectDefKey$|[iI]d$/;

/** An answer of the same shape in which all that is data is marked. */
function marked(value: unknown, name = ''): unknown {
	if (Array.isArray(value)) return value.map((each) => marked(each, name));
	if (isObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [
				...[IS_ITEM_KEY.test(key) ? `${WORD}${key}` : key, marked(inner, key)],
			]) as Array<[string, unknown]>,
		);
	}
	if (IS_KEPT.test(name)) return value;
	if (typeof value === 'string') return value === '' ? value : `${WORD} ${value}`;
	return typeof value === 'number' && value > 999 ? Number(`${DIGITS}${value % 1000}`) : value;
}

const marking: Happens = async (_, pass) => {
	const { body, headers, status } = await pass();
	return {
		...{ status, headers: { ...headers, 'x-owner': WORD, 'x-ratelimit-of': WORD } },
		body: marked(isObject(body) ? { ...body, [`${WORD}Of`]: WORD } : body),
	};
};

/** Nor is there a secret, or a host. */
function holdsNone({ told, findings }: Checked, ...words: string[]): void {
	expect(findings.length).toBeGreaterThan(0);
	const { credentials, v2 } = account.sandbox;
	const secrets = [...Object.values(credentials), new URL(v2).hostname];
	for (const word of [...secrets, WORD, DIGITS, KEY, ...words]) {
		expect(told.toLowerCase()).not.toContain(word.toLowerCase());
	}
}

test.each(KINDS)('%s: whatever the values are, none is told', async (kind) => {
	const checked = await account.check({ kind, beside: true, happens: marking });
	expect(checked.asked.length).toBeGreaterThan(30);
	holdsNone(checked);
});

const record = { id: 4_753_197, name: 'A' };

test.each(tables.answers)(
	'a service that only answers with $what: nothing of it is told',
	async ({ answer }) => {
		holdsNone(await account.check({ happens: () => answer }), String(record.id));
	},
);

test('a service that repeats what it is sent', async () => {
	const { personal } = account.sandbox.credentials;
	const body = { token: personal, [personal]: 1 };
	holdsNone(
		await account.check({ happens: ({ path }) => ({ status: 200, body: { path, ...body } }) }),
	);
});

test('item keys that are words of any interface', async () => {
	const keys = ['start_date', 'customer_type', 'contract_status', 'sales_page_url'];
	const values = Object.fromEntries(keys.map((key) => [key, 'x']));
	const { told } = await account.check({
		parameters: { objectKey: 'ticket' },
		happens: changing((body, { path }) => (/custom_objects\/\d+$/.test(path) ? values : body)),
	});
	expect(told).toMatch(/customObject\.get: 200 \{\*: text\}/);
	for (const key of keys) expect(told).not.toContain(key);
});
