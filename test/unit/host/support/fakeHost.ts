/**
 * An npm, a Node 24 and an n8n that only pretend: real processes that write down how they were
 * called. Files beside them say what goes wrong.
 */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureHost, type Site } from '../../../../scripts/n8n-host/install';
import { placesIn, type Host, type Places } from '../../../../scripts/n8n-host/recipe';
import { Progress } from '../../../../scripts/progress';
import { Scratch } from '../../../../scripts/scratch';

/** What n8n answers once it is up. */
const SERVER = `require("node:http").createServer((request, response) => {
	response.end(request.url === "/healthz/readiness" ? "ok" : "no");
}).listen(Number(process.env.N8N_PORT), process.env.N8N_LISTEN_ADDRESS);`;

/** Before each call in the list of them, which is text between zeros. */
const CALL = '\0CALL\0';

/**
 * Written into each of them: they have no environment that could say it. They are of the shell, which
 * starts in a hundredth of the time that Node takes.
 */
const record = (folder: string) => `#!/bin/sh
folder='${folder}'
say() {
	program=$1
	shift
	{ printf '\\0CALL\\0'; printf '%s\\0' "$program" "$#" "$@"; env -0; } >> "$folder/calls"
}
# Whether something is to go wrong once more.
left() {
	times=0
	if [ -f "$folder/$1" ]; then read -r times < "$folder/$1"; fi
	if [ "$times" -gt 0 ]; then echo $((times - 1)) > "$folder/$1"; else return 1; fi
}
`;

const npm = (folder: string) => `${record(folder)}
say npm "$@"
package=
for word; do
	case $word in node-*) package=\${word%@*} ;; esac
done
if [ "$1" = install ] && [ "$package" ]; then
	mkdir -p "node_modules/$package/bin"
	cp "$folder/node" "node_modules/$package/bin/node"
elif [ "$1" = install ]; then
	if left 'install fails'; then
		for line in $(seq 0 199); do echo "line $line"; done >&2
		echo 'the very last line' >&2
		exit 1
	fi
	mkdir -p node_modules/n8n/bin
	: > node_modules/n8n/bin/n8n
elif [ "$1" = rebuild ] && ! left 'builds nothing'; then
	# As npm does when ignore-scripts reaches it: nothing, without a word.
	[ "$npm_config_ignore_scripts" = true ] || : > built
fi
`;

const node = (folder: string) => `${record(folder)}
case $1 in
*use-parts.cjs)
	say check "$@"
	if [ ! -f built ]; then echo 'Cannot find the compiled part' >&2; exit 1; fi
	;;
*)
	say n8n "$@"
	if left 'does not answer'; then echo 'the database is broken' >&2; exit 1; fi
	exec '${process.execPath}' -e '${SERVER}'
	;;
esac
`;

const WRONG = ['install fails', 'builds nothing', 'does not answer'] as const;

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
		program(this.bin, 'npm', npm(folder));
		program(folder, 'node', node(folder));
		// Found, so that nobody thinks of installing them.
		for (const name of ['make', 'python3', 'g++']) program(this.bin, name, '#!/bin/sh\n');
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
		const [, ...calls] = readFileSync(file, 'utf8').split(CALL);
		return calls.map((call) => {
			const [program, count, ...rest] = call.split('\0').slice(0, -1);
			const variables = rest.splice(Number(count)).map((each) => each.split(/=(.*)/s).slice(0, 2));
			const env = Object.fromEntries(variables) as Call['env'];
			return { program: program as Call['program'], args: rest, env };
		});
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
}

function program(folder: string, name: string, source: string): void {
	writeFileSync(join(folder, name), source);
	chmodSync(join(folder, name), 0o755);
}
