/**
 * The sandbox that tests of the engine run on. With SANDBOX_DIALECT it is another service, such as
 * `other-deployment` or `turned`. Where its addresses differ, the credentials of tests have the Endpoint
 * Overrides that Account: Check proposes for it.
 */
import { request } from 'undici';
import { startSandbox, type OptionChanges, type Sandbox, type StartOptions } from '../../sandbox';
import { dialectsNamed } from '../../sandbox/dialects/catalogue';
import type { Pasted } from './pasted';

/** The options of the dialect `turned` as they usually are, for tests of what only the usual sandbox does. */
export const usual: OptionChanges = Object.fromEntries(
	dialectsNamed(['turned'])
		.flatMap(({ options = {} }) => Object.keys(options))
		.map((name) => [name, null]),
);

/** The names of the dialects that are asked for; a sandbox refuses those that it does not know. */
export const askedDialects = (asked = process.env.SANDBOX_DIALECT ?? ''): string[] =>
	asked.split(',').filter(Boolean);

export interface TestSandbox extends Sandbox {
	/** The dialects that it speaks from its start on. */
	readonly dialects: readonly string[];
	/** The options that it was started with, which count over those of its dialects. */
	readonly set?: OptionChanges;
	/** What a user of it has in Endpoint Overrides; absent where it is as documented. */
	readonly pasted?: Pasted;
}

export interface TestOptions extends StartOptions {
	/**
	 * Whether its credentials have what Account: Check proposes for it; by default that is so of what
	 * SANDBOX_DIALECT names, and not of dialects that a test names itself.
	 */
	readonly isChecked?: boolean;
}

/**
 * Without a rate limit, or a page to read; a request that holds what the documents do not have is refused (S8).
 * What a test sets itself counts, whatever is asked for.
 */
export async function startTestSandbox({
	set,
	dialects = askedDialects(),
	isChecked,
	...options
}: TestOptions = {}): Promise<TestSandbox> {
	const isAsked = dialects.length > 0 && dialects.join() === askedDialects().join();
	const isMoved = dialectsNamed(dialects).some(({ address }) => address);
	const pasted = isMoved && (isChecked ?? isAsked) ? await checked(dialects) : undefined;
	const sandbox = await startSandbox({
		hasReference: false,
		...options,
		dialects,
		set: { rateLimit: 0, unknownParameters: 'refuse', ...set },
	});
	return { ...sandbox, dialects, ...(set && { set }), ...(pasted && { pasted }) };
}

type Admin = Pick<Sandbox, 'admin'>;

/** How a sandbox answers from now on. */
export const speak = async (sandbox: Admin, names: readonly string[]): Promise<void> =>
	await steer(sandbox, { dialect: names.join() || null });

async function steer({ admin }: Admin, options: object) {
	const sent = JSON.stringify(options);
	const { statusCode, body } = await request(`${admin}/options`, {
		method: 'PATCH',
		headers: { 'content-type': 'application/json' },
		body: sent,
	});
	const text = await body.text();
	if (statusCode !== 200) throw new Error(`${sent}: ${text}`);
}

/** What work comes to while the sandbox is as the documents have it, for tests that ask it themselves. */
export async function asDocumented<Result>(
	{
		dialects = [],
		set,
		...sandbox
	}: Pick<Sandbox, 'admin'> & Partial<Pick<TestSandbox, 'dialects' | 'set'>>,
	work: () => Promise<Result>,
): Promise<Result> {
	if (dialects.length === 0) return await work();
	await speak(sandbox, []);
	try {
		return await work();
	} finally {
		await speak(sandbox, dialects);
		if (set) await steer(sandbox, set);
	}
}

const known = new Map<string, Promise<Pasted>>();

/** Once for all sandboxes of a file. n8n's engine, which does it, is loaded only where it is needed. */
async function checked(dialects: readonly string[]): Promise<Pasted> {
	const name = dialects.join();
	const { pastedFor } = await import('./pasted');
	const pasted = known.get(name) ?? pastedFor(dialects);
	known.set(name, pasted);
	return await pasted;
}
