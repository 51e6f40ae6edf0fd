/** The day's quota is used up in the middle of a check: nothing differs for that, and what was made is named. */
import type { Finding } from '../../../nodes/SalesManagement/operations/check/finding';
import { beside, differing, findings, startSteered, type Steered } from './support/steered';

let steered: Steered;
beforeEach(async () => {
	steered = await startSteered();
});
afterEach(async () => await steered.close());

const USED_UP = /quota of requests is used up; it resets at \d{4}-\d\d-\d\dT00:00:00\.000Z/;

/** A check during which the quota is used up by the request of this number. */
async function checkedUntil(number: number, includeWrites: boolean) {
	let asked = 0;
	const client = beside(steered.client(), async (_, send) => {
		if (++asked === number) await steered.admin('PATCH', '/options', { dailyLimit: number - 1 });
		return await send();
	});
	return { all: await findings(client, { includeWrites }), asked };
}

const saysSo = ({ evidence }: Finding) => USED_UP.test(evidence);

test.each([2, 12, 30, 55])(
	'by request %d: what is left is unclear, and says why',
	async (number) => {
		const { all, asked } = await checkedUntil(number, false);
		expect(differing(all)).toEqual([]);
		expect(all.filter(saysSo).length).toBeGreaterThan(0);
		// The first refusal is enough: nothing more is asked.
		expect(asked).toBe(number);
		for (const { verdict, advice } of all.filter(saysSo)) {
			expect({ verdict, advice }).toEqual({
				verdict: 'unclear',
				advice: 'Run the check again after that time.',
			});
		}
	},
);

/** How many records of each kind there are. */
const records = async () =>
	(await steered.admin<{ records: Record<string, number> }>('GET', '/stats')).records;

test.each([1, 2, 3, 5, 9, 14, 20])(
	'by request %d of the writes: each record that is left is named, and nothing differs',
	async (number) => {
		const { asked: reads } = await checkedUntil(0, false);
		await steered.admin('POST', '/reset', {});
		await steered.admin('PATCH', '/options', { rateLimit: 0 });
		const before = await records();
		const { all } = await checkedUntil(reads + number, true);
		const after = await records();
		const named = all.filter(({ check }) => check.startsWith('remains:'));
		const left = ['customer', 'contact', 'customerAction'].reduce(
			(sum, kind) => sum + (after[kind] ?? 0) - (before[kind] ?? 0),
			0,
		);
		expect(differing(all)).toEqual([]);
		expect(named).toHaveLength(left);
		for (const { verdict, advice } of named) {
			expect(verdict).toBe('unclear');
			expect(advice).toMatch(/n8n check/);
		}
		expect(all.filter(saysSo).length).toBeGreaterThan(0);
	},
);
