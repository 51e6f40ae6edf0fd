/** The deals of a round, and what has to be told of each, as the examples put it. */
import { listed, type Named } from '../forms/view';
import type { World } from '../world';

interface ServiceDeal extends Named {
	readonly phase: Named & { readonly status: number };
	readonly dealType: Named;
	readonly user: Named;
}

/** What all deals of the test have in common: they are new and won at once, of the first deal type. */
export interface Pattern {
	readonly phase: Named;
	readonly dealType: Named;
	readonly user: Named;
	readonly customers: readonly Named[];
}

export interface Told {
	readonly name: string;
	/** The whole mail: its subject and its text. */
	readonly mail: string;
	/** The message up to the number of the action that was planned. */
	readonly message: string;
}

const DATE = '2031-04-30';

export async function patternOf(world: World): Promise<Pattern> {
	const deals = await listed<ServiceDeal>(world, 'deals');
	const won = deals.find(({ phase, dealType }) => phase.status === 2 && dealType.id === 1);
	if (!won) throw new Error('The sandbox has no won deal of its first deal type');
	return { ...won, customers: await listed<Named>(world, 'customers') };
}

/** With and without an amount, also one of 0. */
const amountOf = (index: number): number | null =>
	[1_250_000 + index, 0, null, 700][index % 4] ?? null;

const inWords = (amount: number) => amount.toLocaleString('en-US');

/**
 * Writes them all at once, as a second client of the service would; answers what is to be told. They have
 * one time, so that a single poll finds all of them.
 */
export async function writeDeals(
	world: World,
	{ phase, dealType, user, customers }: Pattern,
	names: readonly string[],
): Promise<Told[]> {
	const deals = names.map((name, index) => {
		const customer = customers[index % customers.length] as Named;
		return { name, customer, amount: amountOf(index) };
	});
	const references = { phase, dealType, user };
	const ids = Object.entries(references).map(([key, { id }]) => [key, { id }]);
	const { now } = await world.steer<{ now: string }>('POST', '/clock', { advanceMs: 0 });
	await world.steer(
		'POST',
		'/records/deal',
		deals.map(({ name, customer: { id }, amount }) => ({
			...(Object.fromEntries(ids) as object),
			...{ name, amount, customer: { id }, expectedContractDate: DATE, reason: 'Price' },
			...{ createdAt: now, updatedAt: now },
		})),
	);
	return deals.map(({ name, customer, amount }) => ({
		name,
		mail: [
			...[`Won: ${name}`, `${user.name} has won ${name}.`, ''],
			...[`Customer: ${customer.name}`],
			`Amount: ${amount === null ? 'none yet' : inWords(amount)}`,
			`Expected contract date: ${DATE}`,
		].join('\n'),
		message:
			`New deal: ${name} (${inWords(amount ?? 0)}) for ${customer.name}, now in ` +
			`${phase.name}. ${user.name} follows up: action `,
	}));
}
