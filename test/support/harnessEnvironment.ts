/**
 * What n8n-core reads from the environment when it is loaded. Import this file before it.
 * n8n-core writes a settings file into its user folder, so each process, and each file of tests,
 * gets a folder of its own.
 */
import { temporaryFolder } from './temporaryFolder';

if (!process.env.N8N_HARNESS_FOLDER) {
	const folder = temporaryFolder('harness');
	process.env.N8N_HARNESS_FOLDER = folder;
	process.env.N8N_USER_FOLDER = folder;
}
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_ENCRYPTION_KEY ??= 'not-a-secret-used-by-tests-only';
