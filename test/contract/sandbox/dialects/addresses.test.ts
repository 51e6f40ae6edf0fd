/** Dialects that reach operations elsewhere: the same answers there, and nothing where they were. */
import fc from 'fast-check';
import { versions } from '../../../../sandbox/app';
import { dialects, dialectsNamed } from '../../../../sandbox/dialects/catalogue';
import { routeTable, type RouteEntry } from '../../../../sandbox/dialects/routeTable';
import { ask, type Told } from '../../support/dialectTranscript';
import { SandboxClient } from '../../support/sandboxClient';

const tableOf = (names: readonly string[]) => routeTable(versions, dialectsNamed(names));
const documented = tableOf([]);
const withAddresses = dialects.filter(({ address }) => address).map(({ name }) => name);
const deployments = dialects.filter(({ of }) => of).map(({ name }) => name);
const isMoved = ({ outside, inside }: RouteEntry) =>
	outside.method !== inside.method || outside.path !== inside.path;

let api: SandboxClient;
beforeAll(async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-06-01T10:00:00Z'));
	api = await SandboxClient.start();
});
afterAll(async () => {
	await api.close();
	jest.restoreAllMocks();
});
const choose = (names: readonly string[]) => api.steer('/dialects', names, 'PUT');

const values: Record<string, string> = {
	...{
		custom_object_def_key: 'asset',
		item_key: 'action_text',
		actionCustomItemKey: 'action_text',
	},
	userId: '2',
};
const filled = ({ version }: RouteEntry, path: string) =>
	`/${version}${path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1')}`;

/** All operations in turn at the addresses of a table, of a sandbox that starts over for them. */
async function answers(names: readonly string[]): Promise<Record<string, Told>> {
	await api.reset();
	await choose(names);
	const told: Record<string, Told> = {};
	for (const entry of tableOf(names)) {
		const { method, path } = entry.outside;
		const body = method === 'GET' ? undefined : {};
		const key = `${entry.version} ${entry.id} ${entry.inside.path}`;
		told[key] = await ask(api, method, filled(entry, path), { body });
	}
	return told;
}

let usual: Record<string, Told>;
beforeAll(async () => {
	usual = await answers([]);
});

test('no documented address is missing, or there would be nothing to compare', () => {
	const missing = Object.values(usual).filter(({ text }) => text.includes('There is no '));
	expect(missing).toEqual([]);
	expect(documented.length).toBeGreaterThanOrEqual(104);
});

describe.each(withAddresses)('%s', (name) => {
	const table = tableOf([name]);
	const moved = table.filter(isMoved);

	test('answers at its own addresses as the documented service does', async () => {
		expect(moved.length).toBeGreaterThan(0);
		const told = await answers([name]);
		for (const [key, answer] of Object.entries(told))
			expect([key, answer]).toEqual([key, usual[key]]);
	});

	test('knows no address that it has moved, and names it as it was asked for', async () => {
		await choose([name]);
		for (const { inside, ...entry } of moved) {
			const path = filled({ inside, ...entry }, inside.path);
			const { status, text } = await ask(api, inside.method, path, {
				body: inside.method === 'GET' ? undefined : {},
			});
			expect([path, status, text]).toEqual([
				path,
				404,
				expect.stringContaining(`There is no ${inside.method} ${path}`),
			]);
		}
	});

	test('has what it shows as an example', () => {
		const { sees } = dialects.find((one) => one.name === name) ?? {};
		expect(table.map(({ outside: { method, path } }) => `${method} ${path}`)).toContain(sees);
	});
});

/** Two operations at one address: only one of them could answer. */
function clashes(names: readonly string[]): string[] {
	const seen = new Map<string, string>();
	return tableOf(names).flatMap(({ version, id, outside: { method, path } }) => {
		const place = `${version} ${method} ${path.replace(/\{\w+\}/g, '{}')}`;
		const other = seen.get(place);
		seen.set(place, id);
		return other === undefined ? [] : [`${place}: ${other}, ${id}`];
	});
}

const goTogether = (one: string, other: string) => {
	const of = (name: string) => dialects.find((dialect) => dialect.name === name)?.concerns;
	return of(one) !== of(other);
};

test('no two operations meet at one address, whatever two dialects are chosen', () => {
	for (const one of withAddresses) {
		for (const other of withAddresses) {
			const names = [one, other];
			if (goTogether(one, other)) expect([names, clashes(names)]).toEqual([names, []]);
		}
	}
	for (const name of deployments) expect([name, clashes([name])]).toEqual([name, []]);
});

test('what the documents show stays, where a dialect says that they allow it', () => {
	const shown = documented.filter(
		({ version, id }) =>
			(version === 'v2' && /^(customer|deal|customObject)\.getMany$/.test(id)) ||
			(version === 'v1' && /^(domainSetting\.get|customer\.getMany)$/.test(id)),
	);
	expect(shown).toHaveLength(5);
	const allowed = dialects.filter(({ allowedBy, of }) => /E1/.test(allowedBy) || of);
	for (const { name } of allowed.filter((one) => one.name !== 'foreign-deployment')) {
		const table = tableOf([name]);
		for (const entry of shown)
			expect([name, table]).toEqual([name, expect.arrayContaining([entry])]);
		const update = table.find(({ version, id }) => version === 'v2' && id === 'deal.update');
		expect([name, update?.outside.method]).toEqual([name, 'PATCH']);
	}
});

test('any two that concern different things go together, and the others are refused', () => {
	const single = dialects.filter(({ of }) => !of);
	for (const one of single) {
		for (const other of single.filter(({ name }) => name !== one.name)) {
			const names = [one.name, other.name];
			if (goTogether(one.name, other.name)) expect(dialectsNamed(names)).toHaveLength(2);
			else expect(() => dialectsNamed(names)).toThrow(/both concern/);
		}
	}
});

test('pairs at random start and answer', async () => {
	const names = dialects.map(({ name }) => name);
	const isPair = (pair: string[]) => {
		try {
			return dialectsNamed(pair).length > 1;
		} catch {
			return false;
		}
	};
	const pairs = fc.subarray(names, { minLength: 2, maxLength: 2 }).filter(isPair);
	await fc.assert(
		fc.asyncProperty(pairs, async (pair) => {
			const other = await SandboxClient.start({ dialects: pair, set: { rateLimit: 0 } });
			try {
				for (const id of ['customer.getMany', 'customer.get', 'customer.create', 'deal.search']) {
					const entry = tableOf(pair).find((one) => one.version === 'v2' && one.id === id);
					const { method, path } = (entry as RouteEntry).outside;
					const body = id === 'customer.create' ? { name: 'Made' } : { filter: {} };
					const told = await ask(other, method, filled(entry as RouteEntry, path), {
						body: method === 'GET' ? undefined : body,
					});
					const expected = pair.includes('two-requests-a-second')
						? [200, 201, 429, 503]
						: [200, 201];
					expect([pair, id, expected]).toEqual([pair, id, expect.arrayContaining([told.status])]);
				}
			} finally {
				await other.close();
			}
		}),
		{ numRuns: 12 },
	);
});
