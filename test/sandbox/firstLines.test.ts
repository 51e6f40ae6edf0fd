/** The lines with which docs/sandbox.md begins, as they stand there but for the port and the file. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporaryFolder';

const root = join(__dirname, '../..');
const folder = temporaryFolder('sandbox-lines');

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await new Promise((done) => server.once('listening', done));
	const { port } = server.address() as AddressInfo;
	await new Promise((done) => server.close(done));
	return port;
}

test('they start it, list deals and change one', async () => {
	const page = readFileSync(join(root, 'docs/sandbox.md'), 'utf8');
	const [, lines = ''] = /```sh\n(.*?)```/s.exec(page) ?? [];
	expect(lines.trim().split('\n')).toHaveLength(3);
	const port = String(await freePort());
	const here = lines
		.replaceAll('/tmp/sandbox', join(folder, 'lines'))
		.replaceAll('4010', port)
		.replace('sandbox >', `sandbox -- --port ${port} >`);
	const script = `trap 'kill %1; wait' EXIT\n${here}`;
	const { stdout } = await promisify(execFile)('bash', ['-c', script], {
		...{ cwd: root, timeout: 100_000 },
	});
	const [list = '', deal = ''] = stdout.split(/(?<=\})(?=\{"id":1,"name)/);
	expect(JSON.parse(list)).toMatchObject({ totalCount: 60, deals: [{}, {}] });
	expect(JSON.parse(deal)).toMatchObject({ id: 1, memo: 'Changed' });
});
