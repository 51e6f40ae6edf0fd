/** What a file of tests leaves behind for asynchronous calls is ended (support/endStorages.js). */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

test.each([
	['entered', 'storage.enterWith(1)'],
	['entered within a run', 'storage.run(0, () => 0); storage.enterWith(1)'],
])('a storage that was %s, and was never ended, holds nothing any more', (_, begin) => {
	const code = `
		const endStorages = require(${JSON.stringify(resolve('test/support/endStorages.js'))});
		const storage = new (require('node:async_hooks').AsyncLocalStorage)();
		${begin};
		const before = storage.getStore();
		endStorages();
		console.log(JSON.stringify([before ?? null, storage.getStore() ?? null]));
	`;
	const told = execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' });
	expect(JSON.parse(told)).toEqual([1, null]);
});
