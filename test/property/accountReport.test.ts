/** A report of Account: Check holds nothing of the account: values are marked, and none comes out. */
import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { checkAccount } from '../../nodes/SalesManagement/operations/check/account';
import { reportOf } from '../../nodes/SalesManagement/operations/check/report';
import type { Sandbox } from '../../sandbox';
import { lenientClient } from '../unit/support/lenientClient';
import { clientFor } from '../support/connectorClient';
import { startTestSandbox } from '../support/testSandbox';
import { sendingBy } from '../../nodes/SalesManagement/api/client';
import type { Client, Seen } from '../../nodes/SalesManagement/api/types';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startTestSandbox();
});
afterAll(async () => await sandbox.close());

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands in an answer for something of the account. */
interface Marks {
	/** A word in every text, in the name of an unknown property, in error messages and in headers. */
	readonly word: string;
	/** The beginning of every number above three digits. */
	readonly digits: string;
}

/** Names of properties that a record has by itself; an item key is the account's. */
const isItemKey = (name: string) =>
	/^(?:customer|deal|contact|action|ticket|asset)_|^(?:subject|due_date|priority|assignees)$/.test(
		name,
	);

/** An answer of the same shape in which all that is data is marked. Times and ids stay, to be asked by. */
function marked(value: unknown, marks: Marks, name = ''): unknown {
	if (Array.isArray(value)) return value.map((each) => marked(each, marks, name));
	if (isObject(value)) {
		return Object.fromEntries(
			Object.entries(value).map(([key, inner]) => [
				isItemKey(key) ? `${marks.word}${key}` : key,
				marked(inner, marks, key),
			]),
		);
	}
	const isKept = /(?:At|Datetime|Date|datetime|Cursor|itemType)$|^customObjectDefKey$|[iI]d$/.test(
		name,
	);
	if (typeof value === 'string') return isKept ? value : `${marks.word} ${value}`;
	return typeof value === 'number' && value > 999 && !isKept
		? Number(`${marks.digits}${value % 1000}`)
		: value;
}

/** The sandbox's client, whose answers are marked before the check sees them. */
function marking(client: Client, marks: Marks, seen: Seen[]): Client {
	const look: Client['look'] = async (request, route) => {
		const answer = await client.look(request, route);
		const unknown = isObject(answer.body)
			? { ...answer.body, [`${marks.word}Of`]: marks.word }
			: answer.body;
		const headers = { ...answer.headers, 'x-owner': marks.word, 'x-ratelimit-of': marks.word };
		const all = { ...answer, headers, body: marked(unknown, marks) };
		seen.push(all);
		return all;
	};
	return Object.create(sendingBy(client, client.send), { look: { value: look } }) as Client;
}

const marks = fc.record({
	word: fc.stringMatching(/^Zq[A-Z][a-z]{4,8}[0-9]{2}$/),
	digits: fc.stringMatching(/^97531[1-9]{3}$/),
});

test.each(['personalToken', 'teamToken', 'v1ApiKey'] as const)(
	'%s: items and report hold no value, whatever the values are',
	async (kind) => {
		await fc.assert(
			fc.asyncProperty(marks, fc.boolean(), async (each, includeWrites) => {
				const seen: Seen[] = [];
				const client = marking(clientFor(sandbox, { kind }), each, seen);
				const { parts, summary } = await checkAccount({ client, includeWrites });
				const told = `${JSON.stringify([parts, summary])}${reportOf(parts, summary)}`;
				const answers = JSON.stringify(seen);
				expect(answers).toContain(each.word);
				expect(told.toLowerCase()).not.toContain(each.word.toLowerCase());
				expect(told).not.toContain(each.digits);
				expect(told).not.toContain(new URL(sandbox.v2).host);
				const secrets = Object.values(sandbox.credentials);
				for (const secret of secrets) expect(told).not.toContain(secret);
			}),
			{ numRuns: 4 },
		);
	},
);

test('texts of the service are never repeated, whatever it says', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(200, 400, 401, 403, 404, 410, 429, 500, 503),
			fc.constantFrom('error', 'data', 'customers', 'deals', 'users'),
			async (status, property) => {
				const word = 'Zqmarked77';
				const bodies = [
					word,
					`<html>${word}</html>`,
					{ [property]: word },
					{ [property]: [{ id: 4_753_197_531, [word]: word, name: word, updatedAt: word }] },
					[{ id: word }],
				];
				for (const body of bodies) {
					const headers = { location: `https://${word}.example`, date: word };
					const client = lenientClient(() => ({ status, body, headers }));
					const checking = checkAccount({ client, includeWrites: true });
					const told = await checking.then(
						({ parts, summary }) => reportOf(parts, summary) + JSON.stringify([parts, summary]),
						(error: unknown) => (error as Error).name,
					);
					expect(told).not.toContain(word);
					expect(told).not.toContain('4753197531');
				}
			},
		),
		{ numRuns: 12 },
	);
});
