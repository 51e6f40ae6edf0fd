/** What n8n keeps of a trigger from poll to poll (docs/measurements.md has these figures). */
import { dealAt, HOUR, Host, MINUTE, START } from './support/host';

const PHASE = { id: 2, name: 'Talks', status: 1 };

test.each<[event: string, older: number, perMinute: number, delivery: string, kilobytes: number]>([
	['createdOrUpdated', 0, 0, 'once', 0.2],
	['createdOrUpdated', 0, 10, 'once', 1.4],
	['createdOrUpdated', 0, 300, 'once', 39],
	// The versions of the lookback stand in it before the last batch and after it.
	['createdOrUpdated', 0, 300, 'atLeastOnce', 78],
	['phaseChanged', 10_000, 0, 'once', 79],
	['phaseChanged', 20_000, 0, 'once', 144],
])(
	'%s, %i older deals, %i new ones a minute, %s: %d KB',
	async (event, older, perMinute, delivery, kilobytes) => {
		const host = new Host({ event }, { delivery });
		const at = (n: number) => START - HOUR - n * MINUTE;
		host.deals = Array.from({ length: older }, (_, n) =>
			dealAt(1_000 + n * 7, at(older - n), { phase: PHASE }),
		);
		for (let minute = 0; minute < 10; minute++) {
			await host.poll();
			for (let n = 1; n <= perMinute; n++) {
				host.deals.push(dealAt(minute * perMinute + n, host.now + n));
			}
			host.pass(MINUTE);
		}
		await host.poll();
		const size = JSON.stringify(host.state).length / 1_000;
		expect([size > kilobytes * 0.95, size < kilobytes * 1.05]).toEqual([true, true]);
	},
);
