/** A real n8n with this package installed as users install it, and its REST interface. */
import {
	execFileSync,
	spawn,
	type ChildProcess,
	type ExecFileSyncOptionsWithStringEncoding,
} from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const root = resolve(__dirname, '../..');
const npmQuiet: ExecFileSyncOptionsWithStringEncoding = {
	stdio: ['ignore', 'pipe', 'inherit'],
	encoding: 'utf8',
};

/** The owner of the throw-away installation. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Test',
	lastName: 'Owner',
	password: `Aa1${randomBytes(9).toString('hex')}`,
};

/** Packs the package as `npm publish` would and answers the tarball's path. */
export function pack(folder: string): string {
	const report = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], {
		...npmQuiet,
		cwd: root,
	});
	const [{ filename }] = JSON.parse(report) as [{ filename: string }];
	return join(folder, filename);
}

export class RealN8n {
	readonly url: string;
	private process?: ChildProcess;
	private readonly cookies = new Map<string, string>();
	private readonly browserId = randomUUID();

	private constructor(
		private readonly folder: string,
		private readonly port: number,
		/** n8n's own second port, so that several can run side by side. */
		private readonly brokerPort: number,
	) {
		this.url = `http://127.0.0.1:${port}`;
	}

	/** Installs the package into a fresh user folder, starts n8n there and logs its owner in. */
	static async start(log: string): Promise<RealN8n> {
		const folder = mkdtempSync(join(tmpdir(), 'real-n8n-'));
		const n8n = new RealN8n(folder, await freePort(), await freePort());
		try {
			n8n.installPackage(pack(folder));
			n8n.spawn(log);
			await n8n.ready();
			await n8n.call('POST', '/owner/setup', owner);
			await n8n.call('POST', '/login', {
				emailOrLdapLoginId: owner.email,
				password: owner.password,
			});
			return n8n;
		} catch (error) {
			await n8n.stop();
			throw error;
		}
	}

	/** One REST call; answers the `data` of the body. */
	async call<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.send(method, `/rest${path}`, body);
		return ((await response.json()) as { data: T }).data;
	}

	/** The node or credential types that the editor gets to know. */
	async types(kind: 'nodes' | 'credentials'): Promise<Array<{ name: string }>> {
		const response = await this.send('GET', `/types/${kind}.json`);
		return (await response.json()) as Array<{ name: string }>;
	}

	async stop(): Promise<void> {
		const child = this.process;
		if (child?.exitCode === null) {
			const ended = new Promise((done) => child.once('exit', done));
			child.kill('SIGTERM');
			const forced = setTimeout(() => child.kill('SIGKILL'), 10_000);
			await ended;
			clearTimeout(forced);
		}
		rmSync(this.folder, { recursive: true, force: true });
	}

	private async send(method: string, path: string, body?: unknown): Promise<Response> {
		const response = await fetch(`${this.url}${path}`, {
			method,
			headers: {
				'content-type': 'application/json',
				'browser-id': this.browserId,
				cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		for (const cookie of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (name !== undefined) this.cookies.set(name, value ?? '');
		}
		if (response.ok) return response;
		const text = await response.text();
		throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
	}

	private installPackage(tarball: string): void {
		const nodes = join(this.folder, '.n8n', 'nodes');
		mkdirSync(nodes, { recursive: true });
		writeFileSync(join(nodes, 'package.json'), '{"name": "installed-nodes", "private": true}');
		const options = ['--omit=dev', '--legacy-peer-deps', '--ignore-scripts', '--no-audit'];
		execFileSync('npm', ['install', ...options, tarball], { ...npmQuiet, cwd: nodes });
	}

	private spawn(log: string): void {
		const where = JSON.parse(
			execFileSync(process.execPath, [join(root, 'scripts', 'real-n8n.mjs')], npmQuiet),
		) as { n8n: string; node: string };
		this.process = spawn(where.node, [where.n8n, 'start'], {
			cwd: this.folder,
			env: {
				...process.env,
				// tsx, which runs this file, must not reach into n8n.
				NODE_OPTIONS: '',
				PATH: [dirname(where.node), process.env.PATH].join(delimiter),
				N8N_USER_FOLDER: this.folder,
				N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
				N8N_PORT: String(this.port),
				N8N_RUNNERS_BROKER_PORT: String(this.brokerPort),
				N8N_LISTEN_ADDRESS: '127.0.0.1',
				N8N_SECURE_COOKIE: 'false',
				N8N_DIAGNOSTICS_ENABLED: 'false',
				N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
				N8N_TEMPLATES_ENABLED: 'false',
				N8N_PERSONALIZATION_ENABLED: 'false',
				N8N_HIRING_BANNER_ENABLED: 'false',
				N8N_VERIFIED_PACKAGES_ENABLED: 'false',
				N8N_DISABLED_MODULES: 'mcp-registry,instance-ai,insights',
			},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const sink = createWriteStream(log);
		this.process.stdout?.pipe(sink);
		this.process.stderr?.pipe(sink);
	}

	private async ready(): Promise<void> {
		const deadline = Date.now() + 120_000;
		while (Date.now() < deadline) {
			if (this.process?.exitCode !== null) throw new Error('n8n ended by itself; its log says why');
			const answer = await fetch(`${this.url}/healthz/readiness`).catch(() => undefined);
			if (answer?.ok) return;
			await pause(500);
		}
		throw new Error('n8n did not become ready within two minutes');
	}
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const { port } = server.address() as { port: number };
	await new Promise((done) => server.close(done));
	return port;
}
