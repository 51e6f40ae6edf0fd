/** Writes the descriptions beside this file: `npx tsx sandbox/openapi/write.ts`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { v1 } from '../v1/version';
import { v2 } from '../v2/version';
import { describe } from './describe';

async function write(): Promise<void> {
	for (const version of [v1, v2]) {
		const file = join(__dirname, `${version.name}.json`);
		const settings = await resolveConfig(file);
		const text = await format(JSON.stringify(describe(version)), { ...settings, filepath: file });
		await writeFile(file, text);
	}
}

void write();
