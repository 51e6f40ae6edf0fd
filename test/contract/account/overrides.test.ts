/** What the check proposes, pasted into the credential, leads each operation to where it is. */
import { checkedAt } from './support/addresses';
import { drawCount, draws, SEED, timeFor } from './support/drawn';
import { MOVES } from './support/moves';

const DEPLOYMENTS = ['other-deployment', 'foreign-deployment'];

test.each(DEPLOYMENTS)(
	'every operation of %s is where the overrides say, reads and writes',
	async (deployment) => {
		const { wrong, summary } = await checkedAt([deployment], true);
		expect(wrong).toEqual([]);
		expect(Object.keys(summary.overrides).length).toBeGreaterThan(60);
	},
);

test.each(DEPLOYMENTS)(
	'without writes, no read of %s is proposed at a wrong address, and what was not tried says so',
	async (deployment) => {
		const { wrong, parts, summary, requests } = await checkedAt([deployment], false);
		const findings = parts.flatMap((part) => part.findings);
		expect(wrong.filter((each) => each.isRead)).toEqual([]);
		const untried = findings
			.filter(({ check }) => check === 'routes:derived')
			.flatMap(({ endpointOverrides = {} }) => Object.keys(endpointOverrides));
		const proposed = wrong
			.map(({ operation }) => operation.replace(/^v2 /, '').replace(/^v1 /, 'v1:'))
			.filter((id) => id in summary.overrides);
		expect(untried).toEqual(expect.arrayContaining(proposed.map((id) => id.replace('v1:', ''))));
		const missing = findings.filter(
			({ check, verdict }) => check.startsWith('route:') && verdict !== 'asDescribed',
		);
		expect(requests).toBeLessThanOrEqual(80 + 5 * missing.length);
	},
);

/** Bulk calls of deals are not tried, since nothing of the account's deals is touched. */
const NEVER_FOUND = /^v[12] deal\.(create|update)Many$/;

test(
	'of any mix of other addresses, all are found, or said not to be',
	async () => {
		const draw = draws();
		for (let time = 0; time < drawCount(4); time++) {
			const mix = [...MOVES, ['missing-route-403']]
				.map((names) => (draw(2) === 0 ? names[draw(names.length)] : undefined))
				.filter((name) => name !== undefined);
			const { wrong } = await checkedAt(mix, true);
			const left = wrong.filter(({ operation, isTold }) => !isTold && !NEVER_FOUND.test(operation));
			expect({ seed: SEED, mix, left }).toEqual({ seed: SEED, mix, left: [] });
			expect(wrong.length).toBeLessThan(10);
		}
	},
	timeFor(4),
);
