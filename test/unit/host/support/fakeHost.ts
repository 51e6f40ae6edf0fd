/**
 * An npm, a Node 24 and an n8n that only pretend: real processes that write down how they were
 * called. Files beside them say what goes wrong.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureHost, type Site } from '../../../../scripts/n8n-host/install';
import { placesIn, type Host, type Places } from '../../../../scripts/n8n-host/recipe';
import { Progress } from '../../../../scripts/progress';
import { Scratch } from '../../../../scripts/scratch';

/** Written into each of them: they have no environment that could say it. */
const record = (folder: string) => `
const fs = require('node:fs');
const { join } = require('node:path');
const folder = ${JSON.stringify(folder)};
const asked = (name) => fs.existsSync(join(folder, name));
const say = (program) => fs.appendFileSync(join(folder, 'calls'), JSON.stringify({ program, args: process.argv.slice(2), env: process.env }) + '\\n');
/** How often something is still to go wrong. */
const left = (name) => {
	const times = asked(name) ? Number(fs.readFileSync(join(folder, name), 'utf8')) : 0;
	if (times > 0) fs.writeFileSync(join(folder, name), String(times - 1));
	return times > 0;
};
`;

const npm = (folder: string, nodeSource: string) => `#!${process.execPath}
${record(folder)}
say('npm');
const [command, ...rest] = process.argv.slice(2);
const write = (path, text) => {
	fs.mkdirSync(join(path, '..'), { recursive: true });
	fs.writeFileSync(path, text, { mode: 0o755 });
};
const nodePackage = rest.find((word) => word.startsWith('node-'));
if (asked('slow')) setTimeout(() => {}, 60_000);
else if (command === 'install' && nodePackage) {
	write(join('node_modules', nodePackage.split('@')[0], 'bin', 'node'), ${JSON.stringify(nodeSource)});
} else if (command === 'install') {
	if (left('install fails')) {
		for (let line = 0; line < 200; line += 1) console.error('line ' + line);
		console.error('the very last line');
		process.exit(1);
	}
	write('node_modules/n8n/bin/n8n', '');
} else if (command === 'rebuild' && !left('builds nothing')) {
	// As npm does when ignore-scripts reaches it: nothing, without a word.
	if (process.env.npm_config_ignore_scripts !== 'true') write('built', '');
}
`;

const node = (folder: string) => `#!${process.execPath}
${record(folder)}
if (process.argv[2].endsWith('use-parts.cjs')) {
	say('check');
	if (!fs.existsSync('built')) throw new Error('Cannot find the compiled part');
} else {
	say('n8n');
	if (left('does not answer')) throw new Error('the database is broken');
	require('node:http').createServer((request, response) => {
		response.end(request.url === '/healthz/readiness' ? 'ok' : 'no');
	}).listen(Number(process.env.N8N_PORT), process.env.N8N_LISTEN_ADDRESS);
}
`;

const WRONG = ['install fails', 'builds nothing', 'does not answer', 'slow'] as const;

interface Call {
	readonly program: 'npm' | 'check' | 'n8n';
	readonly args: string[];
	readonly env: Record<string, string>;
}

export class FakeHost {
	readonly scratch = new Scratch();
	readonly places: Places;
	readonly bin: string;
	said = '';
	private readonly path = process.env.PATH;

	constructor() {
		const folder = this.scratch.subfolder('fake');
		this.bin = this.scratch.subfolder('bin');
		this.program('npm', npm(folder, node(folder)));
		// Found, so that nobody thinks of installing them.
		for (const name of ['make', 'python3', 'g++']) this.program(name, '#!/bin/sh\n');
		this.places = placesIn(this.scratch.subfolder('cache'));
		process.env.PATH = [this.bin, this.path].join(delimiter);
	}

	async ensure(): Promise<Host> {
		return await ensureHost(this.site);
	}

	get site(): Site {
		const progress = new Progress({ write: (text) => (this.said += text) });
		return { scratch: this.scratch, progress, places: this.places };
	}

	/** Lets something go wrong so many times. */
	wrong(what: (typeof WRONG)[number], times = 1): void {
		writeFileSync(join(this.scratch.folder, 'fake', what), String(times));
	}

	/** From now on nothing goes wrong any more. */
	right(): void {
		for (const what of WRONG) rmSync(join(this.scratch.folder, 'fake', what), { force: true });
	}

	get calls(): Call[] {
		const file = join(this.scratch.folder, 'fake', 'calls');
		if (!existsSync(file)) return [];
		const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
		return lines.map((line) => JSON.parse(line) as Call);
	}

	/** The calls in short, such as `npm rebuild`. */
	get names(): string[] {
		return this.calls.map(({ program, args: [first = ''] }) =>
			program === 'npm' ? `npm ${first}` : program,
		);
	}

	/** Both the calls and what was said. */
	forget(): void {
		this.said = '';
		writeFileSync(join(this.scratch.folder, 'fake', 'calls'), '');
	}

	async close(): Promise<void> {
		process.env.PATH = this.path;
		await this.scratch.end();
	}

	private program(name: string, source: string): void {
		mkdirSync(this.bin, { recursive: true });
		writeFileSync(join(this.bin, name), source);
		chmodSync(join(this.bin, name), 0o755);
	}
}
