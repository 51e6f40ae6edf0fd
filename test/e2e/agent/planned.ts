/** The agent finds deals by their customer's name, and plans an action, also where it is refused first. */
import { contains, equal, isTrue } from '../checks';
import type { Turn } from '../standIns/chatModel';
import type { World } from '../world';
import { PLAN, type Office } from './office';

/** What the agent plans, unless a call says otherwise. */
export const CALL = {
	...{ deal: 'Baskets', purpose: 'Call about New business' },
	...{ start: '2031-03-03T10:00:00Z', end: '2031-03-03T10:30:00Z' },
	...{ creator: '', note: 'Ask for the price' },
};

/** A call that can't be carried out, and what the model has to be told of it. */
interface Refused {
	readonly about: string;
	readonly args: (ids: readonly number[]) => Readonly<Record<string, unknown>>;
	readonly told: (ids: readonly number[]) => readonly string[];
}

const REFUSED: readonly Refused[] = [
	{
		about: 'a name that two deals have',
		args: () => ({ deal: 'Crates' }),
		told: ([, one, other]) => ['Crates', String(one), String(other)],
	},
	{
		about: 'a name that no deal has',
		args: () => ({ deal: 'Bottles' }),
		told: () => ['Bottles'],
	},
	{
		about: 'a purpose that does not exist',
		args: () => ({ purpose: 'Dance' }),
		told: () => ['Dance', 'Call about New business'],
	},
	{
		about: 'a time that could mean anything',
		args: () => ({ start: 'tomorrow at ten' }),
		told: () => ['tomorrow at ten', 'Start'],
	},
	{
		about: 'a day that could mean two',
		args: () => ({ end: '03/04/2031' }),
		told: () => ['03/04/2031', 'End'],
	},
	{
		about: 'an ID that no deal has',
		args: () => ({ deal: '99999999' }),
		told: () => ['99999999'],
	},
];

/** A sentence for whoever reads it; no stack, no raw answer of a server. */
function isSentence(text: string): void {
	isTrue(`a sentence: ${text}`, /[A-Za-z]{3,} .*[.!?]["}\]]*$/s.test(text));
	isTrue(`no stack: ${text}`, !/\bat \S+ \(|node_modules|TypeError|\[object Object\]/.test(text));
}

export async function plans(world: World, office: Office): Promise<void> {
	const [customer] = await office.write('customer', [{ name: 'Quince Orchards' }]);
	const of = { customer: { id: customer }, dealType: { id: 1 } };
	const ids = await office.write('deal', [
		{ ...of, name: 'Baskets', amount: 700 },
		{ ...of, name: 'Crates', amount: 300 },
		{ ...of, name: 'Crates', amount: 400 },
	]);
	const user = (await office.deals()).find(({ id }) => id === ids[0])?.user?.name ?? '';
	const call = (more: object): Turn => ({ tool: PLAN, args: { ...CALL, creator: user, ...more } });
	await world.check('an agent finds deals by a customer’s name', async () => {
		const run = await office.hears('What is going on with quince orchards?', [
			() => ({ tool: 'Find_Customers', args: { searchWord: 'quince orchards', startCursor: '' } }),
			() => ({ tool: 'Find_Deals', args: { searchWord: 'quince orchards', startCursor: '' } }),
			() => ({ says: 'Three deals: Baskets and Crates, twice.' }),
		]);
		const [found = '', deals = ''] = office.model.answers;
		equal([run.status, run.error], ['success', undefined]);
		equal(office.model.isDone, true);
		contains(found, `"id":${customer}`);
		for (const id of ids) contains(deals, `"id":${id}`);
	});
	for (const { about, args, told } of REFUSED) {
		await world.check(`refused: ${about}; then the agent plans it rightly`, async () => {
			const before = (await office.actions()).length;
			const run = await office.hears(`Plan a call: ${about}`, [
				() => call(args(ids)),
				() => call({ note: `After ${about}` }),
				() => ({ says: 'Planned.' }),
			]);
			equal([run.status, run.error], ['success', undefined]);
			equal(run.items('Agent')[0]?.output, 'Planned.');
			const [refusal = '', done = ''] = office.model.answers;
			isSentence(refusal);
			for (const part of told(ids)) contains(refusal, part);
			const actions = await office.actions();
			const made = actions.filter(({ preNote }) => preNote === `After ${about}`);
			equal([actions.length - before, made.length, made[0]?.deal?.id], [1, 1, ids[0]]);
			equal(made[0]?.startDatetime.slice(0, 16), CALL.start.slice(0, 16));
			contains(done, String(made[0]?.id));
			console.log(`    ${refusal}`);
		});
	}
}
