/** Binary data in files, as n8n keeps it in filesystem mode, outside of the memory of the process. */
import './harnessEnvironment';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { temporaryFolder } from './temporaryFolder';

/** From now on what nodes write goes into files; answers the folder. Call it before the first run. */
export async function keepBinaryInFiles(): Promise<string> {
	const folder = temporaryFolder('binary');
	process.env.N8N_DEFAULT_BINARY_DATA_MODE = 'filesystem';
	process.env.N8N_BINARY_DATA_STORAGE_PATH = folder;
	await Container.get(BinaryDataService).init();
	return folder;
}
