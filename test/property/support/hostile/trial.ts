/** One operation against a hostile service, and what must hold of it. */
import { inspect } from 'node:util';
import { ROUTES } from '../../../../nodes/SalesManagement/api';
import { LIMITS } from '../../../../nodes/SalesManagement/shared';
import { runNode, type NodeResult } from '../../../../harness';
import type { World } from './attack';
import { skipWaits } from './clock';
import type { OperationCase } from './operations';
import type { HostileService, Taken } from './service';

const MB = 1024 * 1024;

/** Limits as they are, but small enough that reaching them takes no time. */
const SMALL = {
	answerBytes: 2 * MB,
	beginningMs: 120,
	wholeRequestMs: 180,
	pagesOfList: 12,
	splittingRequests: 30,
} as const;

/** Bounds of one operation, whatever the service does. */
export const BOUNDS = {
	/** Of the machine's time; a busy one is slow. */
	ms: 45_000,
	requests: 250,
	/** A request waits a minute at most, and is sent eight times. */
	waitedMsPerRequest: LIMITS.retryWaitMs + 2_000,
	/** Beyond the limit, what lies in the buffers of both ends. */
	bytes: SMALL.answerBytes + 16 * MB,
};

/** A sentence, and nothing in it that only a programmer understands. */
const SENTENCE = /^\S[\s\S]{10,1500}\.$/;
const RAW =
	/TypeError|RangeError|SyntaxError|\bundefined\b|\[object |\bNaN\b|Cannot (read|set|convert)|is not (a function|iterable|defined)|Unexpected (token|end)|stack size|circular|at position \d/;

let count = 0;

/** Small limits and skipped waits for as long as trials run. */
export function prepare(limits: Partial<typeof LIMITS> = SMALL): {
	clock: { now(): number };
	restore: () => void;
} {
	const usual = { ...LIMITS };
	Object.assign(LIMITS, limits);
	const { clock, restore } = skipWaits();
	return {
		clock,
		restore: () => {
			restore();
			Object.assign(LIMITS, usual);
		},
	};
}

export interface Trial {
	/** What did not hold; empty when all did. */
	readonly broken: string[];
	readonly requests: number;
	/** Requests that did not get the right answer. */
	readonly faults: number;
	readonly failed: boolean;
}

/** Runs the operation in this world. */
export async function tryOut(
	service: HostileService,
	of: OperationCase,
	given: World,
	clock: { now(): number },
): Promise<Trial> {
	const secret = `svcp_secret${String(++count).padStart(8, '0')}abcdefghij`;
	const common = { baseUrl: `${service.url}/${of.version}`, requestsPerSecond: 1000 };
	service.begin(of, given.attacks, secret);
	const before = { elsewhere: service.elsewhere(), waited: clock.now(), at: performance.now() };
	const { operation, version } = of;
	const [resource, name] = operation.split('.');
	const result = await runNode({
		parameters: {
			authentication: version === 'v1' ? 'v1ApiKey' : 'personalToken',
			resource,
			operation: name,
			...of.parameters,
			// n8n leaves out what a form has not.
			returnAll: given.returnAll,
			output: given.output,
		},
		credentials: {
			salesManagementPersonalTokenApi: { ...common, accessToken: secret },
			salesManagementV1KeyApi: { ...common, apiKey: secret },
		},
		input: of.input,
		continueOnFail: given.continueOnFail,
	});
	const requests = service.taken.length;
	const ms = performance.now() - before.at;
	const waited = clock.now() - before.waited;
	const greatest = Math.max(0, ...service.taken.map(({ bytes }) => bytes));
	return {
		requests,
		faults: service.taken.filter(
			(_, at) => given.attacks.at(Math.min(at, given.attacks.length - 1))?.do !== 'answer',
		).length,
		failed: result.error !== undefined || result.items.some(({ json }) => json.error !== undefined),
		broken: [
			...(ms > BOUNDS.ms ? [`took ${Math.round(ms)} ms`] : []),
			...(requests > BOUNDS.requests ? [`sent ${requests} requests`] : []),
			...(waited > BOUNDS.waitedMsPerRequest * Math.max(1, requests)
				? [`waited ${waited} ms`]
				: []),
			...(greatest > BOUNDS.bytes ? [`took ${greatest} bytes of one answer`] : []),
			...(service.elsewhere() > before.elsewhere ? ['followed a redirect'] : []),
			...messagesIn(result).flatMap(unclear),
			...writtenTwice(of, service.taken),
			...secretIn(result, secret),
		],
	};
}

/** All that a user gets to read of a failure. */
const messagesIn = ({ error, items }: NodeResult): string[] => [
	...(error ? [error.message] : []),
	...items.flatMap(({ json }) => (typeof json.error === 'string' ? [json.error] : [])),
];

const unclear = (message: string): string[] =>
	SENTENCE.test(message) && !RAW.test(message) ? [] : [`says: ${message.slice(0, 300)}`];

/** Of what may have been carried out there is never more than was asked for. */
function writtenTwice(of: OperationCase, taken: readonly Taken[]): string[] {
	const once = Object.values(ROUTES[of.version]).filter((route) => !route.repeatable);
	const rows = new Map<string, number>();
	for (const { method, path, body, isRefused } of taken) {
		const below = path.replace(/^\/v\d/, '');
		const isOnce = once.some((row) => row.method === method && pattern(row.path).test(below));
		const key = `${method} ${path}`;
		if (isOnce && !isRefused) rows.set(key, (rows.get(key) ?? 0) + rowsIn(path, body));
	}
	return [...rows].flatMap(([write, count]) => {
		const most = write.startsWith('POST') ? of.creations : of.input.length;
		return count > most ? [`may have done ${write} ${count} times for ${most}`] : [];
	});
}

const pattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

/** How many records a request writes: a bulk request as many as its list has rows, else one. */
function rowsIn(path: string, body: string): number {
	if (!path.endsWith('/bulk')) return 1;
	const lists = Object.values(JSON.parse(body) as object).filter(Array.isArray);
	return lists[0]?.length ?? 1;
}

/** The items are those of the first output. */
function secretIn({ error, outputs, hints, run }: NodeResult, secret: string): string[] {
	const shown = (value: unknown) =>
		inspect(value, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null });
	const parts = { outputs, hints, run: run.data.resultData };
	const found = Object.entries(parts).filter(([, part]) => shown(part).includes(secret));
	const ofError = error && [error.message, error.description, error.stack, shown(error)];
	const inError = ofError?.some((text) => text?.includes(secret)) ? ['error'] : [];
	return [...found.map(([name]) => name), ...inError].map((name) => `the secret is in its ${name}`);
}
