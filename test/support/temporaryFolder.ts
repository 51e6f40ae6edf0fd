import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder, which is removed once the tests of the file are done; outside of jest, once the
 * process ends. A run that leaves one has failed (runFolder.js knows them by prefix).
 */
export function temporaryFolder(purpose: string): string {
	const folder = mkdtempSync(join(tmpdir(), `n8n-sales-${purpose}-`));
	const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	// A process of jest goes on to other files.
	if (typeof afterAll === 'function') afterAll(remove);
	else process.on('exit', remove);
	return folder;
}
