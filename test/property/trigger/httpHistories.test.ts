/**
 * The promise of the trigger over real HTTP: histories of the sandbox, with every resource, interface
 * and event on n8n's engine, and an oracle that knows only what was written.
 */
import type { INodePropertyOptions } from 'n8n-workflow';
import { systemClock } from '../../../nodes/SalesManagement/api';
import { SalesManagementTrigger } from '../../../nodes/SalesManagement/SalesManagementTrigger.node';
import { useTriggerFixture } from '../../support/triggerFixture';
import { cellsOf, type Cell } from './support/http/cells';
import { HttpHistory, type Time } from './support/http/run';
import { firstSeed, runs } from '../../support/random';

const RUNS = runs(1 / 3);
/** At most as many as show every event. */
const STEPS = Math.min(30, runs(20));

const fixture = useTriggerFixture();
let cells: Cell[];
const time: Time = { now: 0 };

beforeAll(async () => {
	const customer = await fixture.writeOne('customer', { name: 'Owner' });
	const contact = await fixture.writeOne('contact', { name: 'Owner' });
	cells = cellsOf({ customer, contact });
	time.now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => time.now);
	jest.spyOn(systemClock, 'elapsed').mockImplementation(() => time.now);
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds) => {
		time.now += milliseconds;
		await Promise.resolve();
	});
});
afterAll(() => jest.restoreAllMocks());

const known = cellsOf({ customer: 0, contact: 0 });

test('every watched record is among them', () => {
	const { properties } = new SalesManagementTrigger().description;
	const { options } = properties.find(({ name }) => name === 'resource')!;
	const offered = options as INodePropertyOptions[];
	const resources = new Set(known.map(({ resource }) => resource));
	expect([...resources].sort()).toEqual(offered.map(({ value }) => value).sort());
});

test.each(
	known.map(({ resource, authentication }, index) => ({ resource, authentication, index })),
)(
	'$resource with $authentication: every event, exactly',
	async ({ index }) => {
		for (let seed = firstSeed; seed < firstSeed + RUNS; seed++) {
			const given = { seed: 1_000 * index + seed, steps: STEPS };
			const history = new HttpHistory(fixture, cells[index]!, time, given);
			expect({ seed, wrong: await history.run() }).toEqual({ seed, wrong: [] });
		}
	},
	60_000 + RUNS * 20_000,
);
