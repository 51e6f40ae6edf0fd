/**
 * What n8n-core reads from the environment when it is loaded. Import this file before it.
 * n8n-core writes a settings file into its user folder, so each process gets a folder of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

if (!process.env.N8N_HARNESS_FOLDER) {
	// It outlives a file of tests, as n8n-core does.
	const folder = mkdtempSync(join(tmpdir(), 'n8n-harness-'));
	process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
	process.env.N8N_HARNESS_FOLDER = folder;
	process.env.N8N_USER_FOLDER = folder;
}
process.env.N8N_LOG_LEVEL ??= 'silent';
process.env.N8N_ENCRYPTION_KEY ??= 'not-a-secret-used-by-tests-only';
