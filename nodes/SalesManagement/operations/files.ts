/** Files beside items, as n8n keeps them (binary data), and what a long run says while it works. */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** The files of one execution of the node. */
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

export const filesOf = ({ helpers }: IExecuteFunctions): Files => ({
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
export const progressOf =
	(context: IExecuteFunctions) =>
	(message: string): void => {
		const { name } = context.getNode();
		context.logger.info(`${name}: ${message}`);
		const key = name.replace(/[^\p{L}\p{N}\p{M}_]/gu, '_').slice(0, 50);
		// An older n8n has none.
		(context as Partial<IExecuteFunctions>).customData?.set(key, message.slice(0, LONGEST));
	};

/** A file may be small, and V8 collects garbage for memory that is claimed, whether it is used or not. */
const FIRST_BYTES = 128 * 1024;

/** A file while it is being written, as bytes: so many texts would take several times as much memory. */
export class GrowingBytes {
	private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
	length = 0;

	/** @param most how large it seldom becomes. */
	constructor(private readonly most: number) {}

	get written(): Buffer {
		return this.bytes.subarray(0, this.length);
	}

	append(text: string): void {
		const end = this.length + Buffer.byteLength(text);
		if (end > this.bytes.length) {
			const larger = Buffer.allocUnsafeSlow(
				Math.max(end, Math.min(this.most, 4 * this.bytes.length)),
			);
			this.bytes.copy(larger);
			this.bytes = larger;
		}
		this.length += this.bytes.write(text, this.length);
	}
}
