/**
 * The environment of every child of the host: built from this list, never inherited. npm hands its
 * settings to scripts as `npm_config_*`, so that this project's `ignore-scripts=true` would reach a
 * nested `npm rebuild`, which then builds nothing and says nothing; NODE_OPTIONS carries loaders
 * that n8n can't run with; and settings of another n8n (N8N_*, DB_*, EXECUTIONS_* …) would make this
 * one a different n8n.
 */
import { delimiter } from 'node:path';

const PLACES = ['HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'XDG_CACHE_HOME'];
const LOCALE = ['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TERM'];
const NETWORK = [
	...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY'],
	...['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
	...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];
const COMPILER = ['CC', 'CXX', 'PYTHON'];

/** Where npm finds the registry, and nothing of how it installs. */
const REGISTRY = [
	...['registry', 'userconfig', 'globalconfig'],
	...['cafile', 'proxy', 'https_proxy', 'noproxy', 'strict_ssl'],
].flatMap((name) => [`npm_config_${name}`, `NPM_CONFIG_${name.toUpperCase()}`]);

type Variables = Readonly<Record<string, string | undefined>>;

/** `own` is added as it is; `from` is what the list chooses from. */
export function cleanEnvironment(
	own: Variables = {},
	from: Variables = process.env,
): Record<string, string> {
	return defined({
		...chosen([...PLACES, ...LOCALE, ...NETWORK], from),
		PATH: cleanPath(from.PATH),
		...own,
	});
}

/** For npm itself and what it compiles; never for n8n. */
export function npmEnvironment(
	own: Variables = {},
	from: Variables = process.env,
): Record<string, string> {
	return cleanEnvironment({ ...chosen([...COMPILER, ...REGISTRY], from), ...own }, from);
}

/** PATH with the folder of a Node before everything else. */
export function pathWith(folder: string): string {
	return [folder, cleanPath(process.env.PATH)].join(delimiter);
}

/** Without the folders that npm put there for this project's scripts. */
function cleanPath(path = ''): string {
	return path
		.split(delimiter)
		.filter((folder) => !/[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/.test(folder))
		.join(delimiter);
}

const chosen = (names: readonly string[], from: Variables): Variables =>
	Object.fromEntries(names.map((name) => [name, from[name]]));

const defined = (variables: Variables): Record<string, string> =>
	Object.fromEntries(
		Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
	);
