import type { IBinaryKeyData } from 'n8n-workflow';
import { GrowingFile } from '../../files';
import type { Host } from './host';

/** A file of the output that goes on in further ones, in the fields `<property>_2` and so on. */
export class FileInParts {
	readonly parts: IBinaryKeyData = {};
	private content?: GrowingFile;

	/** @param head the beginning of each file; if absent, there is a file only if lines are added. */
	constructor(
		private readonly host: Host,
		private readonly property: string,
		private readonly name: string,
		private readonly head?: string,
	) {
		this.content = head === undefined ? head : new GrowingFile(head);
	}

	/** @param head the beginning of a file that has none yet. */
	async add(line: string, head = ''): Promise<void> {
		if (this.content?.hasRoom(line) === false) await this.write();
		this.content ??= new GrowingFile(this.head ?? head);
		this.content.add(line);
	}

	/** Hands what was added to n8n. */
	async write(): Promise<void> {
		const { content, property, name } = this;
		if (!content) return;
		const number = Object.keys(this.parts).length + 1;
		const end = number === 1 ? '' : `_${number}`;
		this.content = undefined;
		const fileName = name.replace(/(\.\w+)?$/, `${end}$1`);
		this.parts[property + end] = await this.host.files.write(content.written, fileName);
	}
}
