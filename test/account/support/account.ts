/**
 * Account: Check as a user runs it, on a sandbox behind a door: what happens there may answer in the
 * place of the service. What the items of the check are called stands here and in no test.
 */
import type { IDataObject } from 'n8n-workflow';
import { credentialsOf, runNode, type CredentialSet } from '../../../harness';
import { speak } from '../../support/testSandbox';
import { startAtNoon } from '../../support/timeTravel';
import { startTriggerFixture, type TriggerFixture } from '../../support/triggerFixture';
import {
	startRecorder,
	type Answered,
	type Asked,
	type Happens,
} from '../../support/wire/recorder';
import { fill } from './records';

export { BREAKS, type Answered, type Asked, type Happens } from '../../support/wire/recorder';

export const KINDS = ['personalToken', 'teamToken', 'v1ApiKey'] as const;
export type Kind = (typeof KINDS)[number];

export interface Given {
	readonly kind?: Kind;
	/** A v1 key beside the token: without it only what the token reaches is looked at. */
	readonly beside?: boolean;
	readonly parameters?: IDataObject;
	readonly overrides?: IDataObject;
	/** Other fields of the credential. */
	readonly credential?: Readonly<Record<string, string>>;
	readonly happens?: Happens;
	readonly signal?: AbortSignal;
}

export interface Account extends TriggerFixture {
	/**
	 * Starts over, as the service was started but with these dialects, or without records; nothing where it
	 * still is as it was.
	 */
	reset(dialects?: readonly string[], isEmpty?: boolean): Promise<void>;
	check(given?: Given): Promise<Checked>;
	/** The credentials of a user who has entered so, without the door. */
	credentials(fields: Readonly<Record<string, string>>): CredentialSet;
	/** Those of the service behind the door, where this happens. */
	through(happens: Happens): CredentialSet;
}

/** What is told of one statement about the service, or of all of them. */
export interface Item {
	readonly check: string;
	readonly verdict: string;
	readonly evidence: string;
	readonly advice: string;
	readonly operations?: readonly string[];
	readonly endpointOverrides?: Record<string, string>;
}

export type Checked = ReturnType<typeof checkedFrom>;

/** Whether it is no read; a search is one. */
const isWrite = ({ method, path }: Pick<Asked, 'method' | 'path'>) =>
	method !== 'GET' && !path.includes('search');

/** What was asked and said. */
function checkedFrom(
	[summary, ...findings]: readonly Item[],
	report: string,
	asked: readonly Asked[],
) {
	const odd = findings.filter(({ verdict }) => /^(does not work|works with care)$/.test(verdict));
	return {
		summary: summary!,
		findings,
		/** What differs from what the documents say. */
		odd,
		/** The file. */
		report,
		/** All that a user gets to see. */
		told: `${JSON.stringify([summary, ...findings])}${report}`,
		asked,
		/** What was sent besides reads. */
		writes: asked.filter(isWrite).map(({ method, path }) => `${method} ${path}`),
		/** What is said of one statement, and of one operation. */
		of: (check: string, operation?: string) =>
			findings.find(
				(each) =>
					each.check === check && (!operation || (each.operations?.includes(operation) ?? false)),
			),
		overrides: summary?.endpointOverrides ?? {},
	};
}

let leaveNoon: () => void;
beforeAll(() => {
	leaveNoon = startAtNoon();
});
afterAll(() => leaveNoon());

export async function startAccount(): Promise<Account> {
	const fixture = await startTriggerFixture({ dialects: [] });
	const { sandbox } = fixture;
	await fill(fixture);
	const door = await startRecorder(new URL(sandbox.v2).origin);
	const doorway = { ...sandbox, v1: `${door.baseUrl}/v1`, v2: `${door.baseUrl}/v2` };

	/** Whether it was filled and speaks as usual. */
	let isUsual = true;
	/** Whether anything was done to it since. */
	let isTouched = false;
	const touching =
		<Asked extends unknown[], Answer>(work: (...asked: Asked) => Answer) =>
		(...asked: Asked): Answer => {
			isTouched = true;
			return work(...asked);
		};

	const answers = new Map<string, { answer: Answered; at: number }>();
	/** The service is asked once for what each check asks, as long as nothing is done to it: then only its clock goes on. */
	const remembering =
		({ kind, credential, happens = async (_, pass) => await pass() }: Given): Happens =>
		async (asked, pass) =>
			await happens(asked, async (query = asked.query) => {
				if (isTouched) return await pass(query);
				const { method, path, body } = asked;
				const key = JSON.stringify([kind, credential, method, path, query, body]);
				const known = answers.get(key) ?? { answer: await pass(query), at: Date.now() };
				answers.set(key, known);
				const { headers, ...answer } = known.answer;
				const now = new Date(Date.parse(headers?.date ?? '') + Date.now() - known.at);
				const date = headers?.date && { date: now.toUTCString() };
				return { ...answer, headers: { ...headers, ...date } };
			});

	async function check(given: Given = {}): Promise<Checked> {
		const { kind = 'personalToken', beside = false, parameters, signal } = given;
		const asked: Asked[] = (door.requests = []);
		door.happens = remembering(given);
		const { items, error } = await runNode({
			parameters: {
				...{ authentication: kind, resource: 'account', operation: 'check' },
				...parameters,
			},
			credentials: credentialsOf(doorway, {
				requestsPerSecond: 1000,
				...(!beside && { v1ApiKey: '', v1BaseUrl: '' }),
				...(given.overrides && { endpointOverrides: JSON.stringify(given.overrides) }),
				...given.credential,
			}),
			signal,
		});
		if (error && !signal?.aborted) throw error;
		const file = Object.values(items[0]?.binary ?? {})[0]?.data ?? '';
		const report = Buffer.from(file, 'base64').toString();
		return checkedFrom(
			items.map(({ json }) => json as unknown as Item),
			report,
			asked,
		);
	}

	return {
		...fixture,
		run: touching(fixture.run),
		write: touching(fixture.write),
		writeOne: touching(fixture.writeOne),
		steer: touching(fixture.steer),
		options: touching(fixture.options),
		fault: touching(fixture.fault),
		check,
		credentials: (fields) => credentialsOf(sandbox, { requestsPerSecond: 1000, ...fields }),
		through: (happens) => {
			door.happens = happens;
			return credentialsOf(doorway, { requestsPerSecond: 1000 });
		},
		reset: async (dialects = [], isEmpty = false) => {
			const isAsked = dialects.length === 0 && !isEmpty;
			if (isUsual && isAsked && !isTouched) return;
			isUsual = isAsked;
			isTouched = false;
			answers.clear();
			await fixture.steer('POST', '/reset', {});
			if (!isEmpty) await fill(fixture);
			await speak(sandbox, dialects);
		},
		close: async () => {
			await door.close();
			await fixture.close();
		},
	};
}

/** An account for all tests of a file, which begins anew before each. */
export function useAccount(): Account {
	const account = {} as Account;
	beforeAll(async () => void Object.assign(account, await startAccount()));
	beforeEach(async () => await account.reset());
	afterAll(async () => await account.close());
	return account;
}

/** Answers of a door for which the service is not asked. */
export const FORBIDDEN: Answered = { status: 403, body: { error: 'FORBIDDEN' } };
export const BUSY: Answered = { status: 503, body: '<html>busy</html>' };
export const MISSING: Answered = { status: 404, body: { error: 'NOT_FOUND' } };

/** Answers so what matches, and passes on the rest. */
export const answering =
	(isMeant: (asked: Asked) => boolean, answer: Answered): Happens =>
	async (asked, pass) =>
		isMeant(asked) ? answer : await pass();

/** Passes on the request, and answers with what was made of the service's body. */
export const changing =
	(change: (body: unknown, asked: Asked) => unknown): Happens =>
	async (asked, pass) => {
		const answer = await pass();
		return { ...answer, body: change(answer.body, asked) };
	};

export const matching =
	(method: string, path: RegExp) =>
	(asked: Asked): boolean =>
		asked.method === method && path.test(asked.path);

/** With this Date in each answer, or with none. */
export const dated =
	(date: () => string | undefined): Happens =>
	async (_, pass) => {
		const answer = await pass();
		const { date: _date, ...headers } = answer.headers ?? {};
		const told = date();
		return { ...answer, headers: { ...headers, ...(told !== undefined && { date: told }) } };
	};
