/** One process that creates customers one by one, ten under way, as a node does with many items. */
import { request } from 'undici';
import { createClient } from '../../nodes/SalesManagement/api/client';
import { systemClock } from '../../nodes/SalesManagement/api/http/clock';
import { pacerFor } from '../../nodes/SalesManagement/api/pace/pacer';
import { ROUTES } from '../../nodes/SalesManagement/api/routes/routes';
import type { Transport } from '../../nodes/SalesManagement/api/http/transport';
import type { Sent } from './figures';

const RATE = 5;
const UNDER_WAY = 10;

const [baseUrl = '', until = '0'] = process.argv.slice(2);
const secret = process.env.BENCH_TOKEN ?? '';
const sent: Sent[] = [];
const failures: string[] = [];

const transport: Transport = async ({ method, url, body }) => {
	const answer = await request(url, {
		method: method as 'POST',
		headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const text = await answer.body.text();
	sent.push({ at: Date.now(), status: answer.statusCode });
	const parsed: unknown = text === '' ? '' : JSON.parse(text);
	return { status: answer.statusCode, headers: answer.headers, body: parsed };
};

const client = createClient({
	kind: 'teamToken',
	baseUrl,
	routes: ROUTES.v2,
	transport,
	pacer: pacerFor(baseUrl, secret, RATE, systemClock),
	clock: systemClock,
	secret,
});

async function createOn(): Promise<void> {
	while (Date.now() < Number(until)) {
		const create = { operation: 'customer.create', body: { name: 'Customer' } } as const;
		await client.send(create).catch((error: unknown) => failures.push(String(error)));
	}
}

async function main(): Promise<void> {
	await Promise.all(Array.from({ length: UNDER_WAY }, createOn));
	process.send?.({ sent, failures });
	process.disconnect();
}

void main();
