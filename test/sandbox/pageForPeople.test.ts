/** The page, as somebody meets it who has never seen the sandbox; in a browser: `npm run e2e -- sandboxPage`. */
import { fetch } from 'undici';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsSchema } from '../../sandbox/contract/options';
import { dialects } from '../../sandbox/dialects/catalogue';
import { withSandbox, type Fields, type Row } from './support/client';

const api = withSandbox({ seed: 'small' });
const json = async <Body>(path: string): Promise<Body> =>
	(await (await fetch(new URL(`/page${path}`, api.sandbox.admin))).json()) as Body;

test('every option has a label in words beside its name', async () => {
	const options = await json<Record<string, { title?: string; description?: string }>>('/options');
	expect(Object.keys(options)).toEqual(Object.keys(optionsSchema.properties));
	for (const [name, { title = '', description }] of Object.entries(options)) {
		expect([name, title]).toEqual([name, expect.stringMatching(/^[A-Z][a-z]+( [a-z\d]+)+$/)]);
		expect(title).not.toBe(description);
	}
	expect(new Set(Object.values(options).map(({ title }) => title)).size).toBe(
		Object.keys(options).length,
	);
});

test('every dialect that is offered says what it is', async () => {
	const { dialect } = await json<{ dialect: { enum: string[]; says: string[] } }>('/options');
	expect(dialect.enum).toEqual(['none', ...dialects.map(({ name }) => name)]);
	expect(dialect.says).toEqual([expect.any(String), ...dialects.map(({ says }) => says)]);
});

test('every fault is offered in words, with its status or action behind them', () => {
	const html = readFileSync(join(__dirname, '../../sandbox/page/page.html'), 'utf8');
	const [, choices = ''] = /<select id="failure">(.*?)<\/select>/s.exec(html) ?? [];
	const offered = [...choices.matchAll(/value='(.*?)'>\s*(.*?)\s*<\/option>/gs)].map(
		([, value = '', text = '']) => {
			const { status, action } = JSON.parse(value) as { status?: number; action?: string };
			return [text, `(${action ?? status})`] as const;
		},
	);
	expect(offered).toHaveLength(7);
	for (const [text, name] of offered) {
		expect(text.endsWith(` ${name}`)).toBe(true);
		expect(text.slice(0, -name.length)).toMatch(/\w+ \w+/);
	}
});

test('a deal is moved to the won phase of its type; without a reason the rules refuse it', async () => {
	const phases = await json<Array<Row & Record<'dealTypeId' | 'status', number>>>('/phases');
	const { deals } = await api.ok<{ deals: Array<Row & { dealType: Row; phase: Fields }> }>(
		'v2',
		'GET /deals?limit=60',
	);
	const types = new Set(deals.map(({ dealType }) => dealType.id));
	expect(types.size).toBe(2);
	for (const type of types) {
		const deal = deals.find(({ dealType, phase }) => dealType.id === type && phase.status === 1);
		const won = phases.find(({ dealTypeId, status }) => dealTypeId === type && status === 2);
		const row = { id: deal?.id, phase: { id: won?.id } };
		await expect(api.records('deal', [row])).rejects.toThrow(/reason/);
		await api.records('deal', [{ ...row, reason: 'Moved on the page of the sandbox' }]);
		expect(await api.ok('v2', `GET /deals/${deal?.id}`)).toMatchObject({
			phase: { id: won?.id, status: 2 },
			reason: 'Moved on the page of the sandbox',
		});
	}
});
