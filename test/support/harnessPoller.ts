/**
 * A trigger's life as n8n leads it: activation, polls, saving of state, restarts. It goes through
 * n8n-core's own PollTriggerExecutor; only the database is a variable here.
 *
 * n8n has two ways of saving a trigger's state:
 * - `default`: state lives in memory; it is saved only when a poll emits.
 * - `durable`: each poll works on a fresh copy of what is saved; the copy is saved with what was
 *   emitted, or alone when nothing was, but not by an activation that emits nothing; a poll that
 *   throws leaves nothing behind. A poll has 45 seconds.
 */
import './harnessEnvironment';
import { Container } from '@n8n/di';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { UnexpectedError, type Workflow } from 'n8n-workflow';
import { PollContext, PollTriggerExecutor, WorkflowExecute } from 'n8n-core';
import {
	makeAdditionalData,
	makeNode,
	makeWorkflow,
	type NodeOptions,
	type WorkflowJson,
} from './harnessEngine';
import { triggerType } from './harnessNodes';

type Items = INodeExecutionData[] | null;

export interface PollerOptions extends NodeOptions {
	readonly engine?: 'default' | 'durable';
	/** The workflow that the trigger stands in; one with this trigger alone unless said otherwise. */
	readonly workflow?: WorkflowJson;
	/** State saved earlier (`poller.saved`), as after a move to another machine. */
	readonly saved?: IDataObject;
}

/** Every poll answers the emitted items of the first output, or null; a failing poll throws. */
export interface Poller {
	/** Activation: n8n polls once at once, and a failure here fails the activation. */
	activate(mode?: 'init' | 'create' | 'update' | 'activate'): Promise<Items>;
	/** One scheduled poll. */
	poll(): Promise<Items>;
	/** "Fetch Test Event" in the editor. */
	manualTest(): Promise<Items>;
	/** n8n ends and starts again: what was only in memory is gone. Call `activate('init')` next. */
	restart(): void;
	/** What the database holds: static data by `node:<name>`. */
	readonly saved: IDataObject;
	/** What the trigger's own state is in memory now. */
	readonly state: IDataObject;
}

export function createPoller(options: PollerOptions): Poller {
	const json = options.workflow ?? {
		nodes: [{ ...makeNode({ type: triggerType, ...options }), id: 'trigger' }],
		connections: {},
		settings: options.workflowSettings,
	};
	let saved = structuredClone(options.saved ?? {});
	let workflow = load();

	function load(): Workflow {
		return makeWorkflow({ ...json, staticData: saved }, options.credentials, options.extraNodes);
	}

	async function pollOnce(
		activation: 'init' | 'create' | 'update' | 'activate',
		isActivation: boolean,
	): Promise<Items> {
		const durable = options.engine === 'durable';
		const current = durable ? load() : workflow;
		const node = pollNode(current);
		let emitted: Items = null;
		let failure: Error | undefined;
		const save = () => {
			saved = structuredClone(plain(current.staticData));
		};
		const context = new PollContext(
			current,
			node,
			makeAdditionalData(current, options.credentials, 'trigger'),
			'trigger',
			activation,
			(output) => {
				emitted = output[0] ?? [];
				save();
			},
			(error) => {
				failure = error;
			},
			async () => {
				if (durable) save();
			},
			undefined,
			undefined,
			durable ? () => 45_000 : undefined,
		);
		const executor = Container.get(PollTriggerExecutor);
		await executor.create(current, node, context, () => true)(isActivation);
		if (failure) throw failure;
		return emitted;
	}

	return {
		activate: async (mode = 'activate') => await pollOnce(mode, true),
		poll: async () => await pollOnce('activate', false),
		async manualTest() {
			const current = load();
			const additionalData = makeAdditionalData(current, options.credentials, 'manual');
			const node = pollNode(current);
			const run = await new WorkflowExecute(additionalData, 'manual').run({
				workflow: current,
				startNode: node,
				destinationNode: { nodeName: node.name, mode: 'inclusive' },
			});
			const { error, runData } = run.data.resultData;
			if (error) throw error;
			return runData[node.name]?.[0]?.data?.main?.[0] ?? null;
		},
		restart() {
			workflow = load();
		},
		get saved() {
			return saved;
		},
		get state() {
			const current = options.engine === 'durable' ? load() : workflow;
			return plain(current.getStaticData('node', pollNode(current)));
		},
	};
}

function pollNode(workflow: Workflow) {
	const node = workflow.getPollNodes()[0];
	if (!node) throw new UnexpectedError('The workflow has no polling trigger');
	return node;
}

/** Static data is watched by a proxy inside the engine; a database stores it as JSON. */
function plain(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}
