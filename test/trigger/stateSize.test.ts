/** What n8n keeps of a trigger from poll to poll (docs/measurements.md has these figures). */
import tables from './stateSize.json';
import { many } from '../support/many';
import { table } from '../support/table';
import { dealAt, HOUR, Host, MINUTE, START } from './support/host';

const PHASE = { id: 2, name: 'Talks', status: 1 };

test.each(table<[string, number, number, string, number]>(tables.kilobytes))(
	'%s, %i older deals, %i new ones a minute, %s: %d KB',
	async (event, older, perMinute, delivery, kilobytes) => {
		const host = new Host({ event }, { delivery });
		const at = (n: number) => START - HOUR - n * MINUTE;
		host.deals = many(older, (n) => dealAt(1_000 + n * 7, at(older - n), { phase: PHASE }));
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
