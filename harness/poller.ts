/**
 * A trigger's life as n8n leads it: activation, polls, saving of state, restarts. It goes through
 * n8n-core's own PollTriggerExecutor; only the database is a variable here.
 *
 * n8n has two ways of saving a trigger's state:
 * - `default`: state lives in memory; it is saved when a poll emits, and at the end of each activation, even
 *   of one whose poll emits nothing or fails (`workflow-trigger-activator.js`).
 * - `durable`: each poll works on a fresh copy of a cursor, which is filed by the node's id and begins
 *   as the static data; if the poll changed it, it is saved with what was emitted, or alone when
 *   nothing was, but not by an activation that emits nothing; a poll that throws leaves nothing
 *   behind. It may hand out an older cursor, or refuse to save. A poll has 45 seconds.
 */
import './environment';
import { Container } from '@n8n/di';
import { isDeepStrictEqual } from 'node:util';
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { UnexpectedError, type Workflow } from 'n8n-workflow';
import { PollContext, PollTriggerExecutor, WorkflowExecute } from 'n8n-core';
import {
	makeAdditionalData,
	makeNode,
	makeWorkflow,
	type NodeOptions,
	type WorkflowJson,
} from './engine';
import { triggerType } from './nodes';

type Items = INodeExecutionData[] | null;

export interface PollerOptions extends NodeOptions {
	readonly engine?: 'default' | 'durable';
	/** The workflow that the trigger stands in; one with this trigger alone unless said otherwise. */
	readonly workflow?: WorkflowJson;
	/** State saved earlier (`poller.saved`), as after a move to another machine. */
	readonly saved?: IDataObject;
}

/** What the durable engine may do. */
export interface Scheduled {
	/** It begins with what was saved (`poller.saved`) at some time before. */
	readonly saved?: IDataObject;
	/** It saves neither the state nor the execution. */
	readonly isRefused?: boolean;
}

/** Every poll answers the emitted items of the first output, or null; a failing poll throws. */
export interface Poller {
	/** Activation: n8n polls once at once, and a failure here fails the activation. */
	activate(mode?: 'init' | 'create' | 'update' | 'activate'): Promise<Items>;
	/** One scheduled poll. */
	poll(how?: Scheduled): Promise<Items>;
	/** "Fetch Test Event" in the editor. */
	manualTest(): Promise<Items>;
	/** n8n ends and starts again: what was only in memory is gone. Call `activate('init')` next. */
	restart(): void;
	/** What the database holds: static data by `node:<name>`, cursors by `cursor of <id>`. */
	readonly saved: IDataObject;
	/** What the trigger's own state is in memory now. */
	readonly state: IDataObject;
}

let workflows = 0;

export function createPoller(options: PollerOptions): Poller {
	const json = options.workflow ?? {
		id: `with a trigger alone ${++workflows}`,
		nodes: [{ ...makeNode({ type: triggerType, ...options }), id: 'trigger' }],
		connections: {},
		settings: options.workflowSettings,
	};
	let saved = structuredClone(options.saved ?? {});
	let workflow = load();
	let activated: 'init' | 'create' | 'update' | 'activate' = 'activate';

	function load(): Workflow {
		return makeWorkflow({ ...json, staticData: saved }, options.credentials, options.extraNodes);
	}

	const durable = options.engine === 'durable';

	/** The trigger's own state as the durable engine hands it out. */
	function cursorIn(database: IDataObject, { id, name }: INode): IDataObject {
		return structuredClone(
			(database[`cursor of ${id}`] ?? database[`node:${name}`] ?? {}) as IDataObject,
		);
	}

	async function pollOnce(
		activation: 'init' | 'create' | 'update' | 'activate',
		isActivation: boolean,
		{ saved: found = saved, isRefused = false }: Scheduled = {},
	): Promise<Items> {
		const current = durable ? load() : workflow;
		const node = pollNode(current);
		const cursor = cursorIn(found, node);
		let emitted: Items = null;
		let failure: Error | undefined;
		const save = () => {
			if (!durable) saved = plain(current.staticData);
			else if (!isDeepStrictEqual(cursor, cursorIn(found, node))) {
				saved = { ...saved, [`cursor of ${node.id}`]: plain(cursor) };
			}
		};
		const context = new PollContext(
			current,
			node,
			makeAdditionalData(current, options.credentials, 'trigger'),
			'trigger',
			activation,
			(output) => {
				if (isRefused) return;
				emitted = output[0] ?? [];
				save();
			},
			(error) => {
				failure = error;
			},
			async () => {
				if (durable && !isRefused) save();
			},
			undefined,
			durable ? () => cursor : undefined,
			durable ? () => 45_000 : undefined,
		);
		const executor = Container.get(PollTriggerExecutor);
		await executor.create(current, node, context, () => true)(isActivation);
		if (failure) throw failure;
		return emitted;
	}

	return {
		async activate(mode = 'activate') {
			activated = mode;
			try {
				return await pollOnce(mode, true);
			} finally {
				if (!durable) saved = plain(workflow.staticData);
			}
		},
		poll: async (how) => await pollOnce(durable ? 'update' : activated, false, how),
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
			if (durable) return cursorIn(saved, pollNode(load()));
			return plain(workflow.getStaticData('node', pollNode(workflow)));
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
