/** The servers that n8n's queue mode needs: Redis and PostgreSQL, each with its own port and folder. */
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import getPort from 'get-port';
import { pathOf, requirements } from '../requirements';
import type { Scratch } from '../scratch';
import { runCommand } from './command';
import { cleanEnvironment } from './environment';

const READY_MS = 60_000;

async function listening(port: number, what: string): Promise<void> {
	for (const deadline = Date.now() + READY_MS; Date.now() < deadline;) {
		const socket = createConnection({ host: '127.0.0.1', port });
		const isOpen = await once(socket, 'connect').then(
			() => true,
			() => false,
		);
		socket.destroy();
		if (isOpen) return;
		await pause(100);
	}
	throw new Error(`${what} did not begin to listen within ${READY_MS / 1000} s`);
}

/** Starts a Redis that keeps nothing on disk; returns its port. */
async function startRedis(scratch: Scratch): Promise<number> {
	const port = await getPort();
	const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	scratch.spawn(pathOf(requirements.redis), args, {
		cwd: scratch.subfolder('redis'),
		env: cleanEnvironment(),
		stdio: 'ignore',
	});
	await listening(port, 'Redis');
	return port;
}

/**
 * The user to run PostgreSQL as: it refuses to run as root, so that root runs it as the user of
 * Debian's package.
 */
async function serverUser(scratch: Scratch): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const [uid, gid] = await Promise.all(
		['-u', '-g'].map(async (flag) => {
			const work = { command: 'id', args: [flag, 'postgres'], cwd: '/', env: cleanEnvironment() };
			return Number(await runCommand(scratch, work));
		}),
	);
	return { uid: uid ?? 0, gid: gid ?? 0 };
}

/** Starts a PostgreSQL with the user `n8n`, without a password; returns its port. */
async function startPostgres(scratch: Scratch): Promise<number> {
	const server = pathOf(requirements.postgresql);
	const user = await serverUser(scratch);
	// Not in the command's own folder, which no other user may enter.
	const folder = mkdtempSync(join(user ? '/tmp' : tmpdir(), 'sales-management-postgres-'));
	scratch.atEnd(() => rmSync(folder, { recursive: true, force: true }));
	if (user) chownSync(folder, user.uid, user.gid);
	const data = join(folder, 'data');
	const options = { cwd: folder, env: cleanEnvironment(), stdio: 'ignore', ...user } as const;
	const beside = join(dirname(server), 'initdb');
	const init = scratch.spawn(
		existsSync(beside) ? beside : 'initdb',
		['-D', data, '-U', 'n8n', '--auth=trust', '--no-sync'],
		options,
	);
	const [code] = (await once(init, 'exit')) as [number | null];
	if (code !== 0) throw new Error(`PostgreSQL's initdb ended with ${String(code)}`);
	const port = await getPort();
	const settings = [
		`port=${port}`,
		'listen_addresses=127.0.0.1',
		`unix_socket_directories=${folder}`,
	];
	scratch.spawn(server, ['-D', data, ...settings.flatMap((each) => ['-c', each])], options);
	await listening(port, 'PostgreSQL');
	return port;
}

/** Starts both; returns the variables with which n8n, its main process and workers alike, uses them. */
export async function startQueue(scratch: Scratch): Promise<Readonly<Record<string, string>>> {
	const [redis, postgres] = await Promise.all([startRedis(scratch), startPostgres(scratch)]);
	return {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis),
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres),
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_PASSWORD: 'unused',
	};
}
