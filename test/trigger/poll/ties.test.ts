/** More records of one timestamp than fit on a page, while others change them: each is told, none twice. */
import type { Row } from '../../../nodes/SalesManagement/polling';
import { pollOnce, type Saved } from '../model/support/engine';
import { HOUR, List, MINUTE, NOW, Trigger, policyWith, range, rowsAt } from './support/list';

const AT = NOW - HOUR;
const ALL = { startFrom: AT - MINUTE };
const tied = (count: number) => rowsAt(count, () => AT);

describe('more than a poll has time for', () => {
	test('are told as what it can’t get past, and come at once with the time for them', async () => {
		const list = new List(tied(6_000));
		const since: Array<number | undefined> = [];
		let saved: Saved | undefined;
		const poll = async (requests: number) => {
			const mayAsk = list.requests + requests;
			const hasTime = () => list.requests < mayAsk;
			const went = await pollOnce(
				saved,
				list,
				policyWith({ ...ALL, hasTime, ownTime: () => list.now }),
			);
			({ saved } = went);
			list.now += MINUTE;
			return went;
		};
		for (let polls = 0; polls < 9; polls++) since.push((await poll(5)).stalled?.since);
		expect(since).toEqual([undefined, ...Array<number>(8).fill(NOW + MINUTE)]);
		const { outcome, stalled } = await poll(20);
		expect([outcome.events.length, stalled]).toEqual([6_000, undefined]);
	});

	test('pages without a record that can be read are gone through like others', async () => {
		const isReadable = ({ id }: Row<number>) => id < 150 || id >= 850;
		const list = new List(tied(1_200), { pageSize: 100 });
		const read = list.read.bind(list);
		list.read = async (query) => {
			const view = await read(query);
			const rows = view.rows.filter(isReadable);
			return { ...view, rows, unreadable: view.rows.length - rows.length };
		};
		const trigger = new Trigger(list, ALL);
		await trigger.drain();
		expect(trigger.notOnce([...range(150), ...range(350, 850)])).toEqual([]);
	});
});
