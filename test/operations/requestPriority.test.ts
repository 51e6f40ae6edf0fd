/** Who waits at a form, and a poll that would be late, goes before the requests of a run. */
import { callMethod, credentialsOf } from '../../harness';
import { useTriggerFixture } from '../support/triggerFixture';

const fixture = useTriggerFixture();

test('a form and a poll are answered before what a run has waiting', async () => {
	const credentials = credentialsOf(fixture.sandbox, { requestsPerSecond: 5 });
	const trigger = fixture.watch({ credentials });
	const run = fixture.run('customer.create', {
		credentials,
		parameters: { name: '={{ $json.name }}' },
		input: Array.from({ length: 14 }, (_, at) => ({ name: `Customer ${at}` })),
	});
	const form = callMethod({
		kind: 'listSearch',
		method: 'searchCustomers',
		credentials,
		parameters: { authentication: 'personalToken', resource: 'deal', operation: 'create' },
	});
	await Promise.all([run, form, trigger.poll()]);
	const sent = (await fixture.requests()).map(({ method, path }) => `${method} ${path}`);
	const runs = sent.flatMap((each, at) => (each === 'POST /v2/customers' ? [at] : []));
	const others = sent.flatMap((each, at) => (each.startsWith('GET') ? [at] : []));
	expect(runs).toHaveLength(14);
	// Five of the run are under way before anybody else asks.
	expect(sent.slice(0, 10)).toEqual(expect.arrayContaining(['GET /v2/customers', 'GET /v2/deals']));
	expect(Math.max(...others)).toBeLessThan(runs.at(-3)!);
});
