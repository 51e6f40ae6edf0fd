/** What n8n says of one execution of the node, and does for it. */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { UsageError } from '../../shared';

export interface Host {
	readonly continueOnFail: boolean;
	/** Whether an AI agent called: an answer to it is kept short. */
	readonly forAgent: boolean;
	readonly files: Files;
	/** Shows a message, if there is one, next to the node's output, once; as a warning where something was left out. */
	hint(message: string | undefined, type?: 'warning'): void;
	/** What was shown so. */
	readonly hints: readonly string[];
	/** Says how far a long run is, where it can be read while the run goes on. */
	progress(message: string): void;
	/** Tells when the execution is cancelled. */
	readonly cancelled?: AbortSignal;
}

/**
 * Whether an AI agent called. n8n runs an agent's tools as nodes of a type of their own, named
 * `…Tool`; where it runs them inside the agent, it says so, except in older versions.
 */
export const isForAgent = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') ||
	((context as Partial<IExecuteFunctions>).isToolExecution?.() ?? false);

/** Whether n8n runs all items again when the node fails: Retry On Fail, which no expression can see. */
export const isRetried = (context: IExecuteFunctions): boolean =>
	context.getNode().retryOnFail === true;

export function hostOf(context: IExecuteFunctions): Host {
	const hints: string[] = [];
	return {
		continueOnFail: context.continueOnFail(),
		forAgent: isForAgent(context),
		files: filesOf(context),
		hints,
		hint: (message, type) => {
			if (message === undefined || hints.includes(message)) return;
			hints.push(message);
			context.addExecutionHints({ message, ...(type && { type }), location: 'outputPane' });
		},
		progress: progressOf(context),
		cancelled: context.getExecutionCancelSignal(),
	};
}

/** Files beside items, as n8n keeps them: binary data. */
export interface Files {
	/** Hands a whole file to n8n, which decides where it is kept. */
	write(content: Buffer, name: string, mimeType: string): Promise<IBinaryData>;
	/**
	 * What n8n knows of a file of an input item.
	 * @throws NodeOperationError where the item has none of this name.
	 */
	describe(index: number, property: string): IBinaryData;
	/**
	 * A file of an input item, piece by piece where n8n keeps it outside of its memory.
	 * @throws NodeOperationError where the item has none of this name.
	 */
	read(index: number, property: string): AsyncIterable<Uint8Array>;
}

/** Bytes that are read at once. */
const PIECE = 256 * 1024;

const filesOf = ({ helpers }: IExecuteFunctions): Files => ({
	write: async (content, name, mimeType) =>
		await helpers.prepareBinaryData(content, name, mimeType),
	describe: (index, property) => helpers.assertBinaryData(index, property),
	async *read(index, property) {
		const { id } = helpers.assertBinaryData(index, property);
		if (id === undefined) yield await helpers.getBinaryDataBuffer(index, property);
		else yield* (await helpers.getBinaryStream(id, PIECE)) as AsyncIterable<Uint8Array>;
	},
});

/** What n8n takes of a value in an execution's custom data; the log has more. */
const LONGEST = 255;

/**
 * Says how far a run is: in n8n's log, and in the execution's custom data, which stays when the
 * execution is cancelled, while n8n drops the node's output.
 */
const progressOf =
	(context: IExecuteFunctions) =>
	(message: string): void => {
		const { name } = context.getNode();
		context.logger.info(`${name}: ${message}`);
		const key = name.replace(/[^\p{L}\p{N}\p{M}_]/gu, '_').slice(0, 50);
		// An older n8n has none.
		(context as Partial<IExecuteFunctions>).customData?.set(key, message.slice(0, LONGEST));
	};

/** @throws UsageError where the execution is cancelled; n8n shows nothing of it then. */
export function assertGoingOn({ cancelled }: Host): void {
	if (cancelled?.aborted) throw new UsageError('The execution was cancelled.');
}
