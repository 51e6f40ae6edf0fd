/** The text that a person reads when everything is up. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_NAME, root } from '../n8n-host/packed';
import { N8N_VERSION } from '../n8n-host/recipe';
import type { Playground } from './playground';

export function welcome(
	{ n8n: { url }, state, sandbox, startMs, moved }: Playground,
	ms: number,
): string {
	const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		version: string;
	};
	const { email, password } = state.values.owner;
	const seconds = (duration: number) => `${(duration / 1_000).toFixed(1)} s`;
	const rows = [
		// n8n opens forms at this name; signed in at another one, a browser would have to sign in again.
		['Open', url.replace('127.0.0.1', 'localhost')],
		['E-mail', email],
		['Password', password],
		[],
		['Package', `${PACKAGE_NAME} ${version}`],
		['Credentials', 'personal token, team token and v1 key of the sandbox'],
		['Workflows', 'those of examples/'],
		['Sandbox', `${new URL('/', sandbox.v2).href} (its page, with made-up data)`],
		['API', `${sandbox.v2} and ${sandbox.v1}`],
		['Files', `${state.files} (the one folder that workflows may read and write)`],
		['Data', `${state.folder} (begin anew: the same command with --reset)`],
	].map(([label = '', text = '']) => (label === '' ? '' : `  ${label.padEnd(12)}${text}`));
	return [
		'',
		`n8n ${N8N_VERSION} is up after ${seconds(ms)} (${seconds(startMs)} of it n8n's own start).`,
		'',
		...rows,
		'',
		...moved.map(([name, usual, used]) => `Port ${usual} is taken; ${name} uses ${used} instead.`),
		...(moved.length > 0 ? [''] : []),
		'The account is on this machine only. Ctrl+C ends n8n and the sandbox; the data stay.',
		'',
		'',
	].join('\n');
}
