/** Forms filled in by names alone, each executed in the editor, its result looked up in the service. */
import { equal, isTrue } from '../../../harness/n8n/checks';
import { NodeForm } from '../nodeForm';
import { action, node, row, TRIGGER } from '../../../harness/n8n/workflows';
import { listed, type Deal, type View } from './view';

const PERSONAL = { authentication: 'personalToken' };
const CREATE = 'Create Deal';
const SEARCH = 'Won With Level Gold';
const SUM = 'Pipeline';
const WATCH = 'When a Renewal Is Won';

const nameOf = (reference: unknown) => (reference as { name: string } | null)?.name;

export async function createdDeal({ world, editor }: View): Promise<void> {
	const customer = 'Acme Works';
	await world.steer('POST', '/records/customer', [{ name: customer }]);
	await world.steer('POST', '/records/user', [{ name: 'Anna Berg', email: 'anna@example.com' }]);
	const { id } = await world.save(row('Names', [action(CREATE, 'deal.create', PERSONAL)]));
	await editor.openWorkflow(id);
	const name = '200 licences';
	await world.check('Deal: Create is filled in by names, and creates that deal', async () => {
		const form = await NodeForm.open(editor, CREATE);
		try {
			await form.type('name', name);
			await form.typeDate('expectedContractDate', '2026-12-18');
			await form.fromList('customer', customer);
			await form.fromList('dealType', 'New business');
			await form.fromList('phase', 'Proposal');
			await form.fromList('product', 'Business plan');
			await form.fromList('probability', 'B (50%)');
			await form.fromList('channel', 'Referral');
			await form.byName('user', 'anna@example.com');
			await form.addOption('Add Field', 'Product Details');
			await form.fromList('dealProductDetailTypeId', 'Training');
			await form.execute('schema');
			await editor.reads(form.output, name, 'New business', 'Proposal', 'Anna Berg');
		} finally {
			await form.picture(world.picturePath('form-create'));
			await form.close();
		}
		const deals = await listed<Deal>(world, 'deals');
		const created = deals.filter((deal) => deal.name === name);
		equal(
			created.map(({ dealProductDetails }) =>
				dealProductDetails.map((row) => [row.name, row.quantity]),
			),
			[[['Training', '1']]],
		);
		equal(
			created.map((deal) => [
				deal.expectedContractDate,
				...['customer', 'dealType', 'phase', 'product'].map((key) => nameOf(deal[key])),
				...['probability', 'channel', 'user'].map((key) => nameOf(deal[key])),
			]),
			[
				[
					...['2026-12-18', customer, 'New business', 'Proposal', 'Business plan'],
					...['B (50%)', 'Referral', 'Anna Berg'],
				],
			],
		);
	});
}

export async function foundDeals({ world, editor }: View): Promise<void> {
	const { id } = await world.save(row('Conditions', [action(SEARCH, 'deal.search', PERSONAL)]));
	await editor.openWorkflow(id);
	await world.check('Deal: Search is filled in from lists, and finds those deals', async () => {
		const wanted = (await listed<Deal>(world, 'deals')).filter(
			({ dealType, phase, dealCustoms }) =>
				nameOf(dealType) === 'New business' &&
				nameOf(phase) === 'Won' &&
				dealCustoms.some(({ selectedOption }) => selectedOption?.label === 'Gold'),
		);
		isTrue('the sandbox has such deals', wanted.length > 0);
		const form = await NodeForm.open(editor, SEARCH);
		try {
			const first = await form.addRow('conditions');
			await first.choose('field', 'Phase');
			await first.chooseAlso('choices', 'New business: Won');
			const second = await form.addRow('conditions');
			await second.choose('field', 'Level');
			await second.chooseAlso('choices', 'Gold');
			// A box for a time as well would drop the day, and the condition would have no value.
			const third = await form.addRow('conditions');
			await third.choose('field', 'Created At');
			await third.choose('operator', 'Is at Least (From)');
			await third.typeDate('day', '2000-01-01');
			await form.execute('schema');
			await editor.reads(form.output, wanted[0]?.name ?? '', 'Won', 'Level Gold');
			equal(await form.itemCount(), wanted.length);
		} finally {
			await form.picture(world.picturePath('form-search'));
			await form.close();
		}
	});
}

export async function summedDeals({ world, editor }: View): Promise<void> {
	const { id } = await world.save(row('Pipeline', [action(SUM, 'deal.getMany', PERSONAL)]));
	await editor.openWorkflow(id);
	await world.check('Deal: Get Many is summed up by phase', async () => {
		const deals = await listed<Deal>(world, 'deals');
		const form = await NodeForm.open(editor, SUM);
		try {
			await form.choose('output', 'Summary');
			await form.chooseAlso('groupBy', 'Phase');
			await form.chooseAlso('values', 'Amount: Sum');
			await form.execute('json');
			await editor.reads(form.output, '"phase": "Won"', '"amountSum"');
			const phases = new Set(deals.map(({ phase }) => (phase as { id: number }).id));
			equal(await form.itemCount(), phases.size);
		} finally {
			await form.picture(world.picturePath('form-summary'), { height: 800 });
			await form.close();
		}
	});
}

export async function watchedDeals({ world, editor }: View): Promise<void> {
	const watching = node(WATCH, TRIGGER, {
		parameters: { ...PERSONAL, pollTimes: { item: [{ mode: 'everyMinute' }] } },
	});
	const { id } = await world.save({ ...row('Watching', []), nodes: [watching], connections: {} });
	await editor.openWorkflow(id);
	await world.check('the trigger is filled in by names, and shows simplified deals', async () => {
		const won = (await listed<Deal>(world, 'deals')).filter(
			({ dealType, phase }) => nameOf(dealType) === 'Renewal' && nameOf(phase) === 'Won',
		);
		const form = await NodeForm.open(editor, WATCH);
		try {
			await form.choose('resource', 'Deal');
			await form.choose('event', 'Won');
			await form.addOption('Add Filter', 'Deal Type');
			await form.byName('dealTypeId', 'renewal');
			await form.execute('json');
			await editor.reads(form.output, '"phase": "Won"', '"dealType": "Renewal"', '"_event"');
			const shown = await form.output.innerText();
			isTrue('only deals of that type', !shown.includes('New business'));
			isTrue(
				'one of the won deals is shown',
				won.some(({ name }) => shown.includes(name)),
			);
		} finally {
			await form.picture(world.picturePath('form-trigger'), { height: 700 });
			await form.close();
		}
	});
}
