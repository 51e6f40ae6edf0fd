/**
 * The environment of every child process of the host: made from this list and never inherited. npm
 * hands its settings to scripts as `npm_config_*`, so that this project's `ignore-scripts=true`
 * would reach a nested `npm rebuild`, which would then build nothing and say nothing. NODE_OPTIONS
 * carries loaders that n8n can't run with. Settings of another n8n (N8N_*, DB_*, EXECUTIONS_* …)
 * would make this one a different n8n.
 */
import { delimiter } from 'node:path';

const PLACES = ['HOME', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'XDG_CACHE_HOME'];
const LOCALE = ['LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TERM'];
const NETWORK = [
	'HTTP_PROXY',
	'HTTPS_PROXY',
	'NO_PROXY',
	'ALL_PROXY',
	'http_proxy',
	'https_proxy',
	'no_proxy',
	'all_proxy',
	'NODE_EXTRA_CA_CERTS',
	'SSL_CERT_FILE',
	'SSL_CERT_DIR',
];
const COMPILER = ['CC', 'CXX', 'PYTHON'];

/** The settings by which npm finds the registry, without those of how it installs. */
const REGISTRY = [
	'registry',
	'userconfig',
	'globalconfig',
	'cafile',
	'proxy',
	'https_proxy',
	'noproxy',
	'strict_ssl',
].flatMap((name) => [`npm_config_${name}`, `NPM_CONFIG_${name.toUpperCase()}`]);

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The environment of n8n and other children.
 * @param own added as it is
 * @param from the variables that the list chooses from
 */
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

/** The environment of npm and of the compilers that it starts; never that of n8n. */
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

/** A PATH without the folders that npm added for this project's scripts. */
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
