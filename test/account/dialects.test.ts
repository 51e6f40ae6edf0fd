/** With each dialect of the sandbox, what the check tells is what the node really does there. */
import type { IDataObject } from 'n8n-workflow';
import { dialects } from '../../sandbox/dialects/catalogue';
import { byId } from '../support/nodeFixture';
import { aPart } from '../support/random';
import { speak } from '../support/testSandbox';
import { startAccount, type Account, type Checked } from './support/account';

let account: Account;
/** What each read comes to on the service as documented. */
let expected: Came;
beforeAll(async () => {
	account = await startAccount();
	const ticket = (_: unknown, at: number) => ({ ...TICKETS, subject: `Many ${at}` });
	await account.write('customObject', Array.from({ length: MANY }, ticket));
	expected = await reads({});
});
afterAll(async () => await account.close());

const TICKETS = { customObjectDefKey: 'ticket' };
/** More custom objects than a page holds (v2 §4.11). */
const MANY = 110;

const ALL = { returnAll: true };
const named = (value: string) => ({
	conditions: { values: [{ field: 'name', operator: 'equals', value }] },
});
const READS: Readonly<Record<string, IDataObject>> = {
	'customer.getMany': { limit: 5 },
	'customer.get': { customerId: byId(1) },
	'customer.search': named('Works 3'),
	'deal.get': { dealId: byId(1) },
	'contact.getMany': { limit: 5 },
	'dealAction.getMany': { limit: 5 },
	'dealAction.get': { actionId: byId(1) },
	'user.getCurrent': {},
	'userGroup.getMany': ALL,
	'customObject.getMany': { ...TICKETS, limit: 5 },
};

type Came = Readonly<Record<string, unknown>>;

async function came(operation: string, parameters: IDataObject, overrides: object) {
	const endpointOverrides = JSON.stringify(overrides);
	const credentials = account.credentials({ endpointOverrides });
	const { items, error } = await account.run(operation, { parameters, credentials });
	return error ? 'fails' : items.map(({ json }) => json.id);
}

async function reads(overrides: object): Promise<Came> {
	const all: Array<[string, unknown]> = [];
	for (const [operation, parameters] of Object.entries(READS)) {
		all.push([operation, await came(operation, parameters, overrides)]);
	}
	const endpointOverrides = JSON.stringify(overrides);
	const trigger = account.watch({ credentials: account.credentials({ endpointOverrides }) });
	const activated = await trigger.activate().then(
		() => 'is activated',
		() => 'fails',
	);
	all.push(['trigger', activated]);
	const many = await came('customObject.getMany', { ...TICKETS, ...ALL }, overrides);
	all.push(['all', typeof many === 'string' ? many : many.toSorted()]);
	return Object.fromEntries(all);
}

const isBroken = ({ findings }: Checked, check: RegExp, operation: string) =>
	findings.some(
		(each) =>
			check.test(each.check) &&
			each.verdict === 'does not work' &&
			(each.operations?.length === 0 || (each.operations?.includes(operation) ?? false)),
	);

/** What is said besides that something does not work. */
const CARE: Readonly<Record<string, [check: string, evidence: RegExp]>> = {
	'date-ahead': ['clock', /(299|300) s ahead/],
};

test.each(
	aPart(
		dialects.map(({ name }) => name),
		5,
	),
)('%s: what is told is what the node does, and what is proposed works', async (name) => {
	await speak(account.sandbox, [name]);
	const checked = await account.check({ parameters: { objectKey: 'ticket' } });
	const before = await reads({});
	for (const operation of Object.keys(READS)) {
		const isTold = isBroken(checked, /^(address|reading|search)$/, operation);
		expect([operation, before[operation]]).toEqual([
			operation,
			isTold ? 'fails' : expected[operation],
		]);
	}
	const isCut = isBroken(checked, /^pages$/, 'customer.getMany');
	expect(before.all).toEqual(isCut ? 'fails' : expected.all);
	const isStill = isBroken(checked, /^(clock|sort|events|window)$/, 'deal.getMany');
	expect(before.trigger).toBe(isStill ? 'fails' : 'is activated');
	expect(checked.writes).toEqual([]);
	const care = checked.odd.filter(({ verdict }) => verdict === 'works with care');
	const [check, evidence] = CARE[name] ?? [];
	expect(care.map((each) => each.check)).toEqual(check ? [check] : []);
	for (const each of care) expect(each.evidence).toMatch(evidence!);
	const isOdd = checked.odd.length > 0;
	expect(checked.summary.verdict === 'works').toBe(!isOdd);
	if (Object.keys(checked.overrides).length === 0) return;
	expect(checked.summary.advice).toMatch(/Copy endpointOverrides/);
	expect(await reads(checked.overrides)).toEqual({
		...expected,
		...(isCut && { all: 'fails' }),
	});
	// Nobody is told to paste again what is pasted.
	const again = await account.check({
		...{ parameters: { objectKey: 'ticket' }, overrides: checked.overrides },
	});
	expect(again.overrides).toEqual(checked.overrides);
	expect(again.of('address')?.verdict).toBe('works');
	expect(again.summary.advice).not.toMatch(/Copy|paste/);
});

test('updates-by-put: the check can’t see it, and the error of an update says what to enter', async () => {
	await speak(account.sandbox, ['updates-by-put']);
	const parameters = { customerId: byId(1), updateFields: { address: 'Elsewhere 1' } };
	const { error } = await account.run('customer.update', { parameters });
	const [, override = '{}'] = /take PUT: (\{.*\})/.exec(error?.message ?? '') ?? [];
	expect(JSON.parse(override)).toEqual({ 'customer.update': 'PUT /customers/{id}' });
	const credentials = account.credentials({ endpointOverrides: override });
	const [updated] = await account.records('customer.update', { parameters, credentials });
	expect(updated).toMatchObject({ id: 1, address: 'Elsewhere 1' });
});
