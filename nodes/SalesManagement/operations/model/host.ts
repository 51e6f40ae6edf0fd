/** One execution of the node as n8n sees it: its settings, its files, its hints and its log. */
import type { IExecuteFunctions } from 'n8n-workflow';
import { UsageError } from '../../shared';

/**
 * Whether an AI agent called the node. n8n runs a tool as a node whose type is named `…Tool`, or inside the agent,
 * which `isToolExecution` tells; older versions of n8n don't have that method.
 */
export const isForAgent = (context: IExecuteFunctions): boolean =>
	context.getNode().type.endsWith('Tool') ||
	((context as Partial<IExecuteFunctions>).isToolExecution?.() ?? false);

/** Whether Retry On Fail is on: n8n then runs all items again when the node fails. */
export const isRetried = (context: IExecuteFunctions): boolean =>
	context.getNode().retryOnFail === true;

export function hostOf(context: IExecuteFunctions) {
	const hints: string[] = [];
	return {
		continueOnFail: context.continueOnFail(),
		/** Whether an AI agent called the node, whose answers are kept short. */
		forAgent: isForAgent(context),
		files: filesOf(context),
		/** The messages that were shown. */
		hints,
		/** Shows a message next to the node's output, each only once; as a warning if something was left out. */
		hint: (message: string | undefined, type?: 'warning') => {
			if (message === undefined || hints.includes(message)) return;
			hints.push(message);
			context.addExecutionHints({ message, ...(type && { type }), location: 'outputPane' });
		},
		/** Tells how far a long run is, in places that can be read while it goes on. */
		progress: progressOf(context),
		/** Aborted when the execution is cancelled. */
		cancelled: context.getExecutionCancelSignal(),
	};
}

/** One execution of the node: its settings, its files, its hints and its log. */
export type Host = ReturnType<typeof hostOf>;

/** The files of items, which n8n keeps as binary data. */
const filesOf = (context: IExecuteFunctions, { helpers } = context) => ({
	/** Hands a whole file to n8n, which decides where it is kept. If absent, the name tells its kind. */
	write: async (content: Buffer, name: string, mimeType?: string) =>
		await helpers.prepareBinaryData(content, name, mimeType),
	/**
	 * The name and kind of a file of an input item.
	 * @throws NodeOperationError if the item has no file of this name.
	 */
	describe: (index: number, property: string) => helpers.assertBinaryData(index, property),
	/** The names of a file of an input item and of those in which it goes on (FileInParts). */
	partsOf: (index: number, property: string): string[] => {
		const names = Object.keys(context.getInputData()[index]?.binary ?? {});
		return [property, ...names.filter((name) => /^_\d+$/.test(name.replace(property, '')))];
	},
	/**
	 * The content of a file of an input item, piece by piece if n8n keeps it outside of its memory.
	 * @throws NodeOperationError if the item has no file of this name.
	 */
	async *read(index: number, property: string) {
		const { id } = helpers.assertBinaryData(index, property);
		if (id === undefined) yield await helpers.getBinaryDataBuffer(index, property);
		else yield* (await helpers.getBinaryStream(id, 256 * 1024)) as AsyncIterable<Uint8Array>;
	},
});

/**
 * Tells how far a run is in n8n's log and in the execution's custom data: n8n drops the output of a cancelled
 * node, and keeps these.
 */
const progressOf =
	(context: IExecuteFunctions) =>
	(message: string): void => {
		const { name } = context.getNode();
		context.logger.info(`${name}: ${message}`);
		const key = name.replace(/[^\p{L}\p{N}\p{M}_]/gu, '_').slice(0, 50);
		// n8n takes 255 characters in one value; older versions of n8n have no custom data.
		(context as Partial<IExecuteFunctions>).customData?.set(key, message.slice(0, 255));
	};

/**
 * @throws UsageError if the execution is cancelled. Nobody sees its message, since n8n shows no error of a
 * cancelled node.
 */
export function assertGoingOn({ cancelled }: Host): void {
	if (cancelled?.aborted) throw new UsageError('The execution was cancelled.');
}
