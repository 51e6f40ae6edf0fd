/**
 * How many records of one timestamp drain, by how far apart their ids lie and what the trigger
 * remembers besides: the figures in docs/trigger.md (“State”) come from here.
 */
import { poll, standingOf, type Policy, type Tells } from '../../../nodes/SalesManagement/polling';
import { unpackIds } from '../../../nodes/SalesManagement/polling/idSet';
import { policyOf } from '../../../nodes/SalesManagement/trigger/policy';
import { NOW, QuietService, policyWith, rowAt } from '../support/quietService';

const AT = NOW - 600_000;
const COUNT = 25_000;

/** The rooms that the trigger gives to an event. */
function policyFor(tells: Tells, compares: boolean, newCounts: boolean): Policy {
	const compared = compares ? { name: 'compared', valueIn: () => '' } : undefined;
	const settings = { event: { newCounts }, compared };
	const given = { settings, fingerprint: '', budget: {}, namesSize: 0 };
	const { room } = policyOf(tells, given as unknown as Parameters<typeof policyOf>[1]);
	const watches = compares ? { watches: 'compared', newChanges: newCounts } : {};
	return policyWith({ tells, room, ...watches, startFrom: AT - 1_000 });
}

const EVENTS = {
	'without fields to watch': policyFor('createdOrUpdated', false, true),
	'with fields to watch': policyFor('createdOrUpdated', true, true),
	'Phase Changed': policyFor('changed', true, false),
	'Won or Lost': policyFor('changed', true, true),
};

/** Ids that lie so far apart on average, some more and some less. */
function idsApart(gap: number, count: number): number[] {
	let [id, seed] = [1_000_000, 1];
	return Array.from({ length: count }, () => {
		seed = (seed * 48_271) % 2_147_483_647;
		return (id += 1 + Math.floor((1 - gap) * Math.log(seed / 2_147_483_647)));
	});
}

const made = new Map<string, ReturnType<typeof drain>>();

/** What came of it; a drain takes half a second, so each of them is made once. */
async function drained(event: keyof typeof EVENTS, gap: number): ReturnType<typeof drain> {
	const name = `${event}, ${gap}`;
	const result = made.get(name) ?? drain(EVENTS[event], gap);
	made.set(name, result);
	return await result;
}

/** How many were dealt with before it stood still, the longest state, and what of it was watched values. */
async function drain(policy: Policy, gap: number) {
	const service = new QuietService(true, []);
	service.now = AT;
	let { state } = await poll(undefined, service, { ...policy, startFrom: 'now' });
	const values = { watched: 'any' };
	service.rows.push(...idsApart(gap, COUNT).map((id) => rowAt(id, AT, values)));
	service.now = NOW;
	let longest = 0;
	for (let polls = 0; polls < 30; polls++) {
		const mayAsk = service.requests + 9;
		const limited = { ...policy, hasTime: () => service.requests < mayAsk };
		const outcome = await poll(state, service, limited);
		const { stuckSince, standstill } = standingOf(state, outcome, policy);
		state = { ...outcome.state, ...(stuckSince !== undefined && { stuckSince }) };
		longest = Math.max(longest, JSON.stringify(state).length);
		service.now += 300_000;
		if (outcome.stopped === undefined) return { dealtWith: COUNT, longest, watched: 0 };
		if (standstill) break;
	}
	const watched = JSON.stringify(state.watched ?? '').length;
	return { dealtWith: unpackIds(state.settled).size, longest, watched };
}

test.each<[event: keyof typeof EVENTS, gap: number, least: number]>([
	['without fields to watch', 1, COUNT],
	['without fields to watch', 40, COUNT],
	['without fields to watch', 700, COUNT],
	['without fields to watch', 5_000, 20_000],
	['with fields to watch', 1, COUNT],
	['with fields to watch', 40, COUNT],
	['with fields to watch', 700, 19_000],
	['with fields to watch', 5_000, 15_000],
	['Phase Changed', 1, COUNT],
	['Phase Changed', 40, COUNT],
	['Phase Changed', 700, COUNT],
	['Phase Changed', 5_000, 21_000],
	['Won or Lost', 1, COUNT],
	['Won or Lost', 40, COUNT],
	['Won or Lost', 700, 19_000],
	['Won or Lost', 5_000, 15_000],
])('%s, ids %i apart: %i of 25,000', async (event, gap, least) => {
	const { dealtWith, longest } = await drained(event, gap);
	expect(dealtWith).toBeGreaterThanOrEqual(least);
	expect(longest).toBeLessThan(64_000);
});

test('watched values give up half of their room and no more', async () => {
	const { room } = EVENTS['with fields to watch'];
	const { watched } = await drained('with fields to watch', 5_000);
	expect(watched).toBeGreaterThan(0.4 * room.watched);
	expect(watched).toBeLessThan(0.51 * room.watched);
});
