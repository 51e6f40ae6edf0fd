/** The rows that are tried; each builds on those before it. */
import type { IDataObject } from 'n8n-workflow';
import { textOf } from '../nodes/SalesManagement/shared';
import { byId, idParameter, messageOf, WRITTEN, type Account, type Resource } from './account';

/** A difference from the documents, in words; undefined if there is none. */
type Difference = string | undefined;

export interface Row {
	readonly says: string;
	readonly try: (account: Account, made: Made) => Promise<Difference>;
}

/** The IDs of the records that this run certainly made, and its trigger. */
export type Made = Partial<Record<Resource | 'trigger', unknown>>;

/** Thrown by a row that can't be tried in this account. */
export class NotTried extends Error {}

const expected = (what: string, is: unknown, should: unknown): Difference =>
	JSON.stringify(is) === JSON.stringify(should)
		? undefined
		: `${what} is ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`;

/** Searches and triggers may notice a change late: they are asked every 5 s, for 2 minutes at most. */
const STEP_MS = 5_000;
const MOST_STEPS = 24;

/** Looks again and again until there is no difference left. */
async function eventually(account: Account, look: () => Promise<Difference>): Promise<Difference> {
	let difference = await look();
	for (let step = 0; difference !== undefined && step < MOST_STEPS; step++) {
		await account.wait(STEP_MS);
		difference = await look();
	}
	return difference;
}

function madeBefore(ids: Made, resource: keyof Made): unknown {
	const id = ids[resource];
	if (id === undefined) throw new NotTried(`no ${resource} was made`);
	return id;
}

const CHANGED_FIELDS: Readonly<Record<Resource, string>> = {
	customer: 'address',
	contact: 'dept',
	deal: 'memo',
};

/** The rows for a record of each kind that was made. */
const ofRecord = (resource: Resource): Row[] => [
	{
		says: `${resource}: a get has what the create was given`,
		try: async (account, ids) => {
			const read = await account.one(
				`${resource}.get`,
				idParameter(resource, madeBefore(ids, resource)),
			);
			return expected('name', read.name, `${account.name} ${resource}`);
		},
	},
	{
		says: `${resource}: a list shows it`,
		try: async (account, ids) =>
			await eventually(account, async () => {
				const shown: unknown[] = (await account.listed(resource)).map(({ id }) => id);
				return shown.includes(madeBefore(ids, resource)) ? undefined : 'it is not in the list';
			}),
	},
	{
		says: `${resource}: a search for its name finds it alone`,
		try: async (account, ids) =>
			await eventually(account, async () => {
				const found = await account.found(resource, 'name', `${account.name} ${resource}`);
				return expected('what is found', found, [madeBefore(ids, resource)]);
			}),
	},
	{
		says: `${resource}: an update changes one field, and the update time`,
		try: async (account, ids) => {
			const one = idParameter(resource, madeBefore(ids, resource));
			const before = await account.one(`${resource}.get`, one);
			const field = CHANGED_FIELDS[resource];
			await account.run(`${resource}.update`, { ...one, updateFields: { [field]: 'changed' } });
			const after = await account.one(`${resource}.get`, one);
			const isLater =
				Date.parse(after.updatedAt as string) > Date.parse(before.updatedAt as string);
			return (
				expected(field, after[field], 'changed') ??
				expected('name', after.name, before.name) ??
				(isLater ? undefined : 'the update time is not later')
			);
		},
	},
];

/** The last row of each kind: the record is deleted, and then missing. */
const removal = (resource: Resource): Row => ({
	says: `${resource}: what is deleted is not found any more`,
	try: async (account, ids) => {
		const one = idParameter(resource, madeBefore(ids, resource));
		await account.run(`${resource}.delete`, one);
		const read = await account.run(`${resource}.get`, one).catch(messageOf);
		return textOf(read).includes('HTTP 404') ? undefined : 'it is still there';
	},
});

const create = (
	resource: Resource,
	formOf: (account: Account, ids: Made) => IDataObject | Promise<IDataObject>,
): Row => ({
	says: `${resource}: a create answers with its ID`,
	try: async (account, ids) => {
		const name = `${account.name} ${resource}`;
		const { id } = await account.one(`${resource}.create`, {
			name,
			...(await formOf(account, ids)),
			output: undefined,
			options: { output: 'raw' },
		});
		if (typeof id !== 'number') return 'the answer has no ID';
		account.remember(resource, [id]);
		if (!(await account.isOwn(resource, id)))
			return `the record with the ID that it answers, ${id}, is not the new one`;
		ids[resource] = id;
		return undefined;
	},
});

/** The references that a new deal needs (v2 §4.6), taken from another deal in progress. */
async function asInAnotherDeal(account: Account, ids: Made): Promise<IDataObject> {
	const deals = await account.run('deal.getMany', { limit: 50, output: 'raw' });
	const links = ['dealType', 'phase', 'product', 'probability', 'channel'] as const;
	const open = deals.find(
		(deal) =>
			(deal.phase as IDataObject | undefined)?.status === 1 && links.every((link) => deal[link]),
	);
	if (!open)
		throw new NotTried('the account shows no deal in progress to take phase and product from');
	return {
		...Object.fromEntries(links.map((link) => [link, (open[link] as IDataObject).id])),
		customer: byId(madeBefore(ids, 'customer')),
		user: byId((open.user as IDataObject).id),
		expectedContractDate: '2031-01-31',
	};
}

export const ROWS: readonly Row[] = [
	{
		says: 'trigger: activated, it takes what is there as known',
		try: async (account, ids) => {
			const trigger = account.watch();
			ids.trigger = trigger;
			return (await trigger.activate()) === null ? undefined : 'it emitted something';
		},
	},
	create('customer', () => ({})),
	...ofRecord('customer'),
	create('contact', (_, ids) => ({
		additionalFields: { customer: byId(madeBefore(ids, 'customer')) },
	})),
	...ofRecord('contact'),
	create('deal', asInAnotherDeal),
	...ofRecord('deal'),
	{
		says: 'customer: Create or Update by name updates the one, and creates another',
		try: async (account, ids) => {
			const input = [`${account.name} customer`, `${account.name} another`];
			const rows = await account.run(
				'customer.createOrUpdate',
				{ matchBy: 'name', name: '={{ $json.name }}', additionalFields: { address: 'upserted' } },
				input.map((name) => ({ name })),
			);
			account.remember(
				'customer',
				rows.map(({ id }) => id),
			);
			return (
				expected(
					'what was done',
					rows.map(({ action }) => action),
					['updated', 'created'],
				) ?? expected('the first ID', rows[0]?.id, madeBefore(ids, 'customer'))
			);
		},
	},
	{
		says: 'customer: Create Many answers with an ID for each',
		try: async (account) => {
			const input = ['one', 'two'].map((each) => ({ name: `${account.name} ${each}` }));
			const rows = await account.run('customer.createMany', { name: '={{ $json.name }}' }, input);
			account.remember(
				'customer',
				rows.map(({ id }) => id),
			);
			const read = await account.one('customer.get', idParameter('customer', rows[1]?.id));
			return expected('the second name', read.name, input[1]?.name);
		},
	},
	{
		says: 'trigger: it emits the new customers once, as created',
		try: async (account, ids) => {
			const trigger = madeBefore(ids, 'trigger') as ReturnType<Account['watch']>;
			const wanted = madeBefore(ids, 'customer');
			const emitted: unknown[] = [];
			return await eventually(account, async () => {
				const items = (await trigger.poll()) ?? [];
				const own = items.filter(({ json }) => json.id === wanted);
				emitted.push(...own.map(({ json }) => (json._event as IDataObject).type));
				return expected('what it emits', emitted, ['created']);
			});
		},
	},
	...WRITTEN.map(removal),
];
