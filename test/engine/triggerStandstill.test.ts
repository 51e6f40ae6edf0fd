/** A trigger that can't move says so: at first in the log, later by failing, until it moves again. */
import { PollContext } from 'n8n-core';
import { Budget } from '../../nodes/SalesManagement/trigger/budget';
import { records, startTriggerFixture, type TriggerFixture } from './support/triggerFixture';

let fixture: TriggerFixture;
const warnings: string[] = [];
/** Whether one page takes all the time that a poll has. */
let isSlow = false;

beforeAll(async () => {
	fixture = await startTriggerFixture();
	const logger = { warn: (text: string) => warnings.push(text), debug: () => undefined };
	jest.spyOn(PollContext.prototype, 'logger', 'get').mockReturnValue(logger as never);
	const { readingMs, waits } = Object.getOwnPropertyDescriptors(Budget.prototype);
	jest.spyOn(Budget.prototype, 'readingMs', 'get').mockImplementation(function (this: Budget) {
		return isSlow ? 0 : Number(readingMs.get?.call(this));
	});
	jest.spyOn(Budget.prototype, 'waits', 'get').mockImplementation(function (this: Budget) {
		return isSlow ? { maxWaitMs: 30_000, timeLeftMs: 30_000 } : (waits.get?.call(this) as object);
	});
});
beforeEach(() => {
	isSlow = false;
	warnings.length = 0;
});
afterAll(async () => {
	jest.restoreAllMocks();
	await fixture.close();
});

/** More deals at one time than a page holds, seen by a service that gets one page done in a poll. */
async function stuckTrigger(options = {}) {
	const trigger = fixture.watch({ engine: 'durable', parameters: { options } });
	await trigger.activate();
	const updatedAt = await fixture.now();
	const rows = Array.from({ length: 600 }, (_, at) => ({ name: `Deal ${at}`, updatedAt }));
	const ids = [...(await fixture.write('deal', rows)), ...(await fixture.write('deal', rows))];
	await fixture.pass({ minutes: 10 });
	isSlow = true;
	return { trigger, ids };
}

test('log first, failure after the time allowed, recovery', async () => {
	const { trigger, ids } = await stuckTrigger({ failAfterMinutes: 30 });
	const seen: number[] = [];
	let polls = 0;
	for (; warnings.every((text) => !/can’t move/.test(text)) && polls < 10; polls++) {
		seen.push(...records(await trigger.poll()).map(({ id }) => id));
		await fixture.pass({ minutes: 1 });
	}
	const [told] = warnings.filter((text) => /can’t move/.test(text));
	expect(told).toMatch(
		/can’t move: since \d{4}-.*Z it stands at \d{4}-.*Z, because each poll runs out of time.*Filters/,
	);
	expect(await trigger.poll()).toBeNull();
	await fixture.pass({ minutes: 30 });
	for (let poll = 0; poll < 2; poll++) {
		await fixture.requests();
		await expect(trigger.poll()).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(/^The trigger can’t move: since/),
			failure: { cause: 'temporarily-unavailable' },
		});
		// What can be read is tried each time.
		expect((await fixture.requests()).length).toBeGreaterThan(0);
		await fixture.pass({ minutes: 1 });
	}
	isSlow = false;
	warnings.length = 0;
	for (let poll = 0; poll < 3; poll++) {
		seen.push(...records(await trigger.poll()).map(({ id }) => id));
		await fixture.pass({ minutes: 1 });
	}
	expect(seen.sort((a, b) => a - b)).toEqual(ids);
	expect(warnings).toEqual([]);
});

test('with 0 minutes it never fails', async () => {
	const { trigger } = await stuckTrigger({ failAfterMinutes: 0 });
	for (let poll = 0; poll < 6; poll++) {
		await trigger.poll();
		await fixture.pass({ minutes: 60 });
	}
	expect(warnings.filter((text) => /can’t move/.test(text)).length).toBeGreaterThan(1);
});
