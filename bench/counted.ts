/**
 * Return All of a long list in time that is counted, not waited for: what the pace alone allows, without
 * the machine (docs/long-lists.md, Figures).
 */
import { randomFrom } from '../test/property/support/sharedService';
import {
	asDivided,
	clientFor,
	DEALS,
	dealsOf,
	inStretches,
	PAGE,
	REQUEST,
} from '../test/unit/support/datedDeals';
import { seconds, table } from './measure';

const LATENCIES = [50, 300, 800];
const DAYS = 400;
/** After so long a request says nothing of the rate any more. */
const PAUSE_MS = 3_000;

/** As many requests as the list has pages, none of which waits for another. */
async function atThePace(latency: number): Promise<number> {
	const client = clientFor([], latency);
	const began = client.clock.elapsed();
	await Promise.all(Array.from({ length: DEALS / PAGE }, async () => await client.send(REQUEST)));
	return client.clock.elapsed() - began;
}

async function measured(latency: number): Promise<string[]> {
	const random = randomFrom(1);
	const deals = dealsOf(Array.from({ length: DEALS }, () => random() * DAYS));
	const least = await atThePace(latency);
	const fresh = clientFor(deals, latency);
	const first = await inStretches(fresh);
	const requests = fresh.requests.length;
	await fresh.clock.sleep(PAUSE_MS);
	const other = await inStretches(fresh);
	const { division } = first;
	if (!division) throw new Error('The list is long enough');
	const known = clientFor(deals, latency);
	const again = await asDivided(known, division);
	const againRequests = known.requests.length;
	await known.clock.sleep(PAUSE_MS);
	const onceMore = await asDivided(known, division);
	return [
		...[`${latency} ms`, seconds(least)],
		...[seconds(first.took), (first.took / least).toFixed(2), String(requests)],
		...[seconds(again.took), (again.took / least).toFixed(2), String(againRequests)],
		...[seconds(other.took), seconds(onceMore.took)],
	];
}

export async function benchCounted(): Promise<void> {
	const rows: string[][] = [];
	for (const latency of LATENCIES) rows.push(await measured(latency));
	const head = [
		...['latency', '50 requests at the pace', 'in parts, the first time', 'ratio', 'requests'],
		...['read again', 'ratio', 'requests', 'the first time, not the first requests', 'again'],
	];
	console.log(table([head, ...rows]));
}
