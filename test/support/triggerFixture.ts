/** A sandbox with a clock that tests set, and triggers that poll it on n8n's real engine. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { createPoller, triggerType, type Poller, type PollerOptions } from '../../harness';
import { passTime, returnToNow, skipWaits } from './timeTravel';
import { makeNode } from '../../harness/engine';
import { startNodeFixture, unpacedCredentials, useFixture, type NodeFixture } from './nodeFixture';

export type Emitted = IDataObject & {
	id: number;
	_event: IDataObject & { id: string; type: string };
};

export interface WatchOptions {
	readonly parameters?: IDataObject;
	readonly engine?: PollerOptions['engine'];
	readonly saved?: IDataObject;
	/** Another name of the same node, as after a rename. */
	readonly name?: string;
	/** The workflow, when several triggers are to belong to one or to follow each other. */
	readonly workflowId?: string;
	readonly credentials?: PollerOptions['credentials'];
}

export interface TriggerFixture extends NodeFixture {
	/** A trigger in a workflow of its own; deals, created or updated, raw, unless said otherwise. */
	watch(options?: WatchOptions): Poller;
	/** Lets the service's time pass. */
	pass(time: { minutes?: number; seconds?: number }): Promise<void>;
	/** From now on time passes where somebody would wait before another attempt. */
	skipWaits(): void;
	/** Enough time for a change made now to be emitted by the next poll. */
	settle(): Promise<void>;
}

let workflows = 0;

export async function startTriggerFixture(
	options: Parameters<typeof startNodeFixture>[0] = {},
): Promise<TriggerFixture> {
	const fixture = await startNodeFixture({ seed: 'empty', ...options });
	returnToNow();
	const pass: TriggerFixture['pass'] = async ({ minutes = 0, seconds = 0 }) => {
		const advanceMs = Math.round(minutes * 60_000 + seconds * 1000);
		await fixture.steer('POST', '/clock', { advanceMs });
		passTime(advanceMs);
	};
	return {
		...fixture,
		pass,
		skipWaits: () =>
			skipWaits(async (milliseconds) => await pass({ seconds: milliseconds / 1000 })),
		settle: async () => await pass({ seconds: 4 }),
		watch: ({ parameters, engine, saved, name = 'Trigger', workflowId, credentials } = {}) => {
			const used = credentials ?? unpacedCredentials(fixture.sandbox);
			const node = makeNode({
				type: triggerType,
				credentials: used,
				parameters: {
					authentication: 'personalToken',
					resource: 'deal',
					event: 'createdOrUpdated',
					output: 'raw',
					...parameters,
				},
			});
			return createPoller({
				engine,
				saved,
				credentials: used,
				workflow: {
					id: workflowId ?? `workflow ${++workflows}`,
					nodes: [{ ...node, id: 'trigger', name }],
					connections: {},
				},
			});
		},
	};
}

/** The same for all tests of a file, or of a describe. */
export const useTriggerFixture = (...options: Parameters<typeof startTriggerFixture>) =>
	useFixture(async () => await startTriggerFixture(...options));

export const records = (items: INodeExecutionData[] | null): Emitted[] =>
	(items ?? []).map(({ json }) => json as Emitted);

/** What was emitted, in short: `[type, id]`. */
export const events = (items: INodeExecutionData[] | null): Array<[string, number]> =>
	records(items).map(({ id, _event }) => [_event.type, id]);
