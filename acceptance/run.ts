/** `npm run acceptance -- --base-url https://host.example/v2 [--overrides FILE]` */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { accept, type RowResult } from './accept';
import { messageOf, type Access } from './account';
import { givenToken, TOKEN_VARIABLE } from './token';

const USAGE = `Usage: npm run acceptance -- --base-url https://host.example/v2 [--overrides FILE]

The token is read from the environment variable ${TOKEN_VARIABLE}, else from standard input.

Creates, finds, updates and deletes records called "n8n acceptance …" in a test account, and says row by
row what was as documented. FILE holds what is entered under Endpoint Overrides, as JSON.`;

function print({ says, verdict, why }: RowResult): void {
	console.log(
		`${verdict.padEnd(13)}  ${says}${why === undefined ? '' : `\n${' '.repeat(15)}${why}`}`,
	);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			'base-url': { type: 'string' },
			overrides: { type: 'string' },
		},
	});
	const { 'base-url': baseUrl, overrides } = values;
	const token = await givenToken(process.env, process.stdin);
	if (baseUrl === undefined || token === undefined) {
		console.error(USAGE);
		process.exitCode = 2;
		return;
	}
	const file = overrides === undefined ? undefined : readFileSync(overrides, 'utf8');
	const interrupt = new AbortController();
	const { signal } = interrupt;
	// `on` and not `once`: a second Ctrl+C must not end a removal that is under way.
	for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(each, () => {
			if (!signal.aborted) console.log('interrupted: what was made is removed first');
			interrupt.abort();
		});
	}
	const access: Access = {
		baseUrl,
		token,
		overrides: file,
		signal,
		wait: async (milliseconds) => await wait(milliseconds, undefined, { signal }),
	};
	const { rows, remains } = await accept(access, print);
	for (const each of remains) console.log(`remains        ${each}`);
	const count = (verdict: RowResult['verdict']) =>
		rows.filter((each) => each.verdict === verdict).length;
	console.log(
		`${count('as documented')} as documented, ${count('otherwise')} otherwise, ${count('not tried')} not tried, ${remains.length} remain`,
	);
	if (signal.aborted || count('otherwise') + remains.length > 0) process.exitCode = 1;
}

main().catch((error: unknown) => {
	console.error(messageOf(error));
	process.exitCode = 1;
});
