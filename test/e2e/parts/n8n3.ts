/**
 * What of n8n 3 can be tried before it is out: n8n 2 with the defaults that 3 announces, and n8n's
 * own report on what would break there.
 */
import { equal, isTrue } from '../checks';
import type { RunningN8n, World } from '../world';
import { ACTION } from '../workflows';
import type { Part } from './part';
import { example } from './trigger';

/** The first is what a user of this package has to set there; the others are the new defaults. */
const ANNOUNCED = {
	N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
	N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem',
	N8N_RUNNERS_TASK_TIMEOUT: '60',
};

/** What n8n's report names as long as the first of them is not set. */
const UNVERIFIED = 'unverified-packages-v3';

interface Rule {
	readonly ruleId: string;
	readonly ruleTitle: string;
}
interface Report {
	readonly report: {
		readonly instanceResults: readonly Rule[];
		readonly workflowResults: readonly Rule[];
	};
}

async function report({ rest }: RunningN8n): Promise<Report['report']> {
	const answer = await rest.call<Report>('POST', '/breaking-changes/report/refresh?version=v3');
	return answer.report;
}

async function announced(world: World): Promise<void> {
	const n8n = await world.startN8n('n8n3', { variables: ANNOUNCED });
	try {
		await world.check('the package loads', async () => {
			const names = (await n8n.rest.types('nodes')).map(({ name }) => name);
			isTrue('listed', names.includes(ACTION));
		});
		await world.check('the example runs', async () => {
			const run = await world.run(await world.save(example(), n8n), 'New or Changed Deal', n8n);
			equal([run.status, run.error], ['success', undefined]);
		});
		await world.check('n8n’s report on version 3 finds nothing in its workflows', async () => {
			const { instanceResults, workflowResults } = await report(n8n);
			equal(
				workflowResults.map(({ ruleTitle }) => ruleTitle),
				[],
			);
			const ids = instanceResults.map(({ ruleId }) => ruleId);
			console.log(`  of the instance it names: ${ids.join(', ') || 'nothing'}`);
			isTrue('nothing of packages', !ids.includes(UNVERIFIED));
		});
	} finally {
		await n8n.process.stop();
	}
	await world.check('without the variable, the report asks for it', async () => {
		const { instanceResults } = await report(await world.n8n());
		isTrue(
			UNVERIFIED,
			instanceResults.some(({ ruleId }) => ruleId === UNVERIFIED),
		);
	});
}

export const n8n3: Part = {
	name: 'n8n3',
	about: 'n8n 2 with what n8n 3 announces',
	isBase: false,
	needs: [],
	run: announced,
};
