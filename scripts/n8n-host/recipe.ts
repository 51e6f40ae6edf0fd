/** The parts of a host, an installation of n8n for tests and tries, and the folders that it is in. */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The newest 2.x whose parts are all on the registry (2.41.3 asks for some that aren't). */
export const N8N_VERSION = '2.41.1';
/** n8n wants Node 24 or newer; it comes as a package of npm, which needs no script. */
export const NODE_VERSION = '24.21.0';

/** The cost of a host, as measured; npm keeps its downloads in its cache. */
export const COSTS =
	'with a Node 24 beside yours: 0.5 GB to download, 2.9 GB on disk with npm’s cache, 4 to 10 minutes';

/** The host's package.json; npm resolves the rest. */
export const HOST_PACKAGE = {
	private: true,
	dependencies: {
		n8n: N8N_VERSION,
		// A peer dependency of a package that reads calendars: without it n8n's Extract from File doesn't load.
		'date-fns': '2.30.0',
	},
	// The versions that npm would choose for these dependencies of dependencies do not exist or do not fit.
	overrides: {
		linkedom: '0.18.12',
		'@langchain/langgraph': '1.4.18',
		'@langchain/protocol': '0.0.19',
	},
} as const;

/** A changed recipe makes another host, so branches don't take each other's away. */
const RECIPE = createHash('sha256')
	.update(JSON.stringify([NODE_VERSION, HOST_PACKAGE]))
	.digest('hex')
	.slice(0, 8);

/** The packages whose install scripts are needed, and run for them alone. */
export const COMPILED = ['sqlite3', 'isolated-vm'] as const;

/** The folder in the user's cache that holds everything of this kind. */
export function cacheFolder(): string {
	return join(
		process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
		'n8n-nodes-sales-management',
	);
}

export interface Places {
	readonly cache: string;
	readonly host: string;
	readonly node: string;
	readonly lock: string;
}

export const placesIn = (cache: string): Places => ({
	cache,
	host: join(cache, `n8n-${N8N_VERSION}-${RECIPE}`),
	node: join(cache, `node-${NODE_VERSION}`),
	lock: join(cache, 'install.lock'),
});

export const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

/** The Node that was installed into a folder: its root, with `bin` and `include`. */
export const nodeRoot = (folder: string): string => join(folder, 'node_modules', NODE_PACKAGE);

/** A host that is ready. */
export interface Host {
	readonly folder: string;
	/** The root of its Node 24. */
	readonly node: string;
	/** The npm cache to use instead of the user's. */
	readonly npmCache?: string;
}

export const nodeProgram = ({ node }: Host): string => join(node, 'bin', 'node');
export const n8nProgram = ({ folder }: Host): string =>
	join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
