/** Binary data as n8n keeps it by default: in files, outside of the items. */
import '../../harness/environment';
import { Container } from '@n8n/di';
import type { IBinaryData } from 'n8n-workflow';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';

export interface BinaryOnDisk {
	/** Keeps a file of an input item. */
	store(content: string | Buffer, more?: Partial<IBinaryData>): Promise<IBinaryData>;
	/** What a file of an output item holds. */
	read(file: IBinaryData | undefined): Promise<Buffer>;
}

// Other files of tests keep it in the items.
afterAll(() => void Object.assign(Container.get(BinaryDataService), { mode: undefined }));

/** Turns it on for the tests of a file. */
export async function keepBinaryOnDisk(folder: string): Promise<BinaryOnDisk> {
	const config = Container.get(BinaryDataConfig);
	Object.assign(config, { mode: 'filesystem', localStoragePath: folder });
	const service = Container.get(BinaryDataService);
	await service.init();
	return {
		store: async (content, more = {}) => {
			const data = { data: '', mimeType: 'text/csv', fileName: 'rows.csv', ...more };
			const location = { type: 'execution', workflowId: 'workflow', executionId: 'input' } as const;
			return await service.store(location, Buffer.from(content), data);
		},
		read: async (file) =>
			file?.id === undefined
				? await Promise.reject(new Error('no file on disk'))
				: await service.getAsBuffer(file),
	};
}
