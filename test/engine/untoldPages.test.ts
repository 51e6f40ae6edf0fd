/**
 * Lists by page numbers that say nothing of how many records there are, on pages shorter than asked:
 * each record is read, by lists and by triggers, and a poll that is shown nothing stays one request.
 */
import type { IDataObject } from 'n8n-workflow';
import { byId } from './support/nodeFixture';
import {
	events,
	records,
	startTriggerFixture,
	type TriggerFixture,
} from './support/triggerFixture';

const V1 = { authentication: 'v1ApiKey' } as const;

describe.each([['short-pages'], ['limit-capped-at-100']])('%s, without totals', (dialect) => {
	let fixture: TriggerFixture;
	beforeAll(async () => {
		fixture = await startTriggerFixture({ dialects: [dialect, 'no-total-count'] });
	});
	afterAll(async () => await fixture.close());

	const write = async (kind: string, count: number, rest: IDataObject = {}) =>
		await fixture.write(
			kind,
			Array.from({ length: count }, (_, at) => ({ name: `${kind} ${at}`, ...rest })),
		);

	const inOrder = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);

	test.each(['deal', 'contact'])('all %ss are listed', async (kind) => {
		const written = await write(kind, 230);
		const parameters = { returnAll: true };
		const read = await fixture.records(`${kind}.getMany`, { ...V1, parameters });
		expect(inOrder(read.map(({ id }) => id as number))).toEqual(inOrder(written));
	});

	const WATCHED: ReadonlyArray<[string, IDataObject]> = [
		['deal', {}],
		['customerAction', { customerId: 'all' }],
	];

	test.each(WATCHED)('a trigger emits each %s once', async (resource, given) => {
		const [customer] = await write('customer', 1);
		const rest = resource === 'customerAction' ? { customer: { id: customer } } : {};
		await write(resource, 3, rest);
		const trigger = fixture.watch({ parameters: { ...V1, resource, ...given } });
		await trigger.activate();
		await fixture.pass({ minutes: 10 });
		const written = await write(resource, 230, rest);
		await fixture.settle();
		const emitted: number[] = [];
		for (let poll = 0; poll < 4; poll++) {
			emitted.push(...records(await trigger.poll()).map(({ id }) => id));
		}
		expect(inOrder(emitted)).toEqual(written);
		// Behind the lookback.
		await fixture.pass({ minutes: 10 });
		expect(await trigger.poll()).toBeNull();
		await fixture.requests();
		expect(await trigger.poll()).toBeNull();
		expect(await fixture.requests()).toHaveLength(1);
	});

	test('what is gone is told, and nothing else', async () => {
		const parameters = { ...V1, event: 'deleted' };
		const [, lost] = (await write('deal', 2)) as [number, number];
		const deletions = fixture.watch({ parameters });
		await deletions.activate();
		await fixture.records('deal.delete', { parameters: { dealId: byId(lost) } });
		await fixture.settle();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 24 * 3_600_000);
		const gone = events(await deletions.poll());
		clock.mockRestore();
		expect(gone).toEqual([['deleted', lost]]);
	});
});
