/** A service on a real port of this machine that does to each request what a world says. */
import type { ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { ROUTES } from '../../../../nodes/SalesManagement/api';
import { serve } from '../../../http/support/server';
import { SECRET_HERE, type Attack } from './attack';
import { changed } from './change';
import type { OperationCase, RightAnswer } from './operations';

/** A request as it arrived, and whether the service may have carried it out. */
export interface Taken {
	readonly method: string;
	readonly path: string;
	readonly body: string;
	/** Whether what was answered leaves no doubt that nothing was done. */
	readonly isRefused: boolean;
	/** Bytes that the node took of the answer. */
	bytes: number;
}

export interface HostileService {
	readonly url: string;
	readonly taken: readonly Taken[];
	/** Requests that came to another address, to which a redirect led. */
	readonly elsewhere: () => number;
	begin(operation: OperationCase, attacks: readonly Attack[], secret: string): void;
	close(): Promise<void>;
}

/** How much of an endless answer is ready at a time. */
const CHUNK = Buffer.alloc(64 * 1024, ' ');
const PACKED = gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '));
const NOISE = randomBytes(500);

const LISTS = [...Object.values(ROUTES.v1), ...Object.values(ROUTES.v2)].flatMap((route) =>
	route.list ? [route.list.plural] : [],
);

const json = { 'content-type': 'application/json' };

/** A page of records, each like one of a right answer. */
function page(right: string, attack: Extract<Attack, { do: 'page' }>, number: number): string {
	const answer = right === '' ? {} : (JSON.parse(right) as Record<string, unknown>);
	const plural = LISTS.find((name) => Array.isArray(answer[name]));
	if (plural === undefined) return right;
	const [like = {}] = answer[plural] as object[];
	const { ids } = attack;
	const record = (place: number): unknown =>
		ids === 'noRecords' ? null : { ...like, id: idAt(place, ids) };
	const idAt = (place: number, how: Exclude<typeof ids, 'noRecords'>): unknown =>
		({
			same: place,
			alternate: place + 100 * (number % 2),
			none: undefined,
			fresh: number * 1000 + place,
			wrong: [null, {}, 'x', -1][place % 4],
		})[how];
	return JSON.stringify({
		...answer,
		[plural]: Array.from({ length: 100 }, (_, place) => record(place)),
		totalCount: attack.totalCount,
		hasMore: true,
		nextCursor: { fresh: `c${number}`, same: 'c', wrong: { at: number } }[attack.cursor],
	});
}

const packed = (right: string, { really }: Extract<Attack, { do: 'packed' }>): Buffer =>
	({ gzip: gzipSync(right), text: Buffer.from(right), noise: NOISE })[really];

/** Whether such an answer says for certain that nothing was done: a plain 500 that names rows, or in v1 what is wrong. */
function refuses(attack: Attack, version: string): boolean {
	if (attack.do === 'redirect') return true;
	if (attack.do !== 'refuse') return false;
	if (attack.status < 500) return attack.status !== 408;
	const { messages, bulkErrors } = (attack.body ?? {}) as Record<string, unknown>;
	if (attack.status !== 500) return false;
	return bulkErrors !== undefined || (version === 'v1' && messages !== undefined);
}

/** What ends a run that does not end by itself, so that it can be told. */
const ENOUGH = 400;
const END: Attack = { do: 'refuse', status: 400, body: { error: 'ENOUGH' } };

const attackAt = (attacks: readonly Attack[], request: number): Attack =>
	request > ENOUGH ? END : (attacks[Math.min(request, attacks.length - 1)] ?? { do: 'answer' });

export async function startHostileService(): Promise<HostileService> {
	const taken: Taken[] = [];
	let operation: OperationCase | undefined;
	let attacks: readonly Attack[] = [];
	let secret = '';

	const other = await serve(() => ({ body: { id: 1 } }));
	const server = await serve(({ method, url, headers, body }) => ({
		act: (response) => {
			// A request that the trial before gave up may arrive late on a busy machine.
			if (!`${headers.authorization ?? ''}${String(headers['x-api-key'] ?? '')}`.includes(secret)) {
				response.destroy();
				return;
			}
			const path = url.split('?')[0] ?? '';
			const attack = attackAt(attacks, taken.length);
			const isRefused = refuses(attack, operation?.version ?? '');
			const one: Taken = { method, path, body, isRefused, bytes: 0 };
			taken.push(one);
			const { socket } = response.req;
			response.on('close', () => (one.bytes = socket.bytesWritten));
			const right = rightAnswer(operation, method, path);
			const told = (text: string) => text.replaceAll(SECRET_HERE, secret);
			answerWith(response, { attack, right, told, number: taken.length, other: other.url });
		},
	}));
	return {
		url: server.url,
		taken,
		elsewhere: () => other.requests.length,
		begin(of, doing, token) {
			operation = of;
			attacks = doing;
			secret = token;
			taken.length = 0;
			server.requests.length = 0;
		},
		async close() {
			await server.close();
			await other.close();
		},
	};
}

/** What the sandbox answered to this request, else to the first of the operation. */
function rightAnswer(of: OperationCase | undefined, method: string, path: string): RightAnswer {
	const below = path.replace(/^\/v\d/, '');
	const answers = of?.answers ?? [];
	return (
		answers.find((each) => each.method === method && each.path === decodeURIComponent(below)) ??
		answers[0] ?? { method, path, status: 200, body: '{}' }
	);
}

interface Answering {
	readonly attack: Attack;
	readonly right: RightAnswer;
	/** Puts the secret where an attack wants it. */
	readonly told: (text: string) => string;
	readonly number: number;
	readonly other: string;
}

interface Reply {
	readonly body: string | Buffer;
	readonly headers?: Record<string, string>;
	readonly status?: number;
}

/** The whole reply of an attack that is one; `undefined` for those that are a way of sending. */
function replyTo({ attack, right, told, number, other }: Answering): Reply | undefined {
	switch (attack.do) {
		case 'answer':
			return { body: right.body };
		case 'change':
			return { body: told(changed(right.body, attack.place, { value: attack.to })) };
		case 'remove':
			return { body: changed(right.body, attack.place) };
		case 'body':
			return { body: told(attack.text), status: attack.status };
		case 'packed':
			return { body: packed(right.body, attack), headers: { 'content-encoding': attack.as } };
		case 'redirect': {
			const odd = told(`//user:${SECRET_HERE}@x/?${'y'.repeat(5000)}`);
			const location = { here: '/v2/users', elsewhere: `${other}/v2`, odd }[attack.to];
			return { body: '', headers: { location }, status: attack.status };
		}
		case 'refuse': {
			const { body, retryAfter, status } = attack;
			const text = typeof body === 'string' ? body : JSON.stringify(body);
			const headers: Record<string, string> =
				retryAfter === undefined ? {} : { 'retry-after': retryAfter };
			return { body: told(text), headers, status };
		}
		case 'page':
			return { body: page(right.body, attack, number) };
		default:
			return undefined;
	}
}

function answerWith(response: ServerResponse, answering: Answering): void {
	const { attack, right } = answering;
	const reply = replyTo(answering);
	if (reply) {
		const { body, headers = {}, status = right.status } = reply;
		response.writeHead(status, { ...json, ...headers });
		response.end(status === 204 || status === 304 ? undefined : body);
	} else if (attack.do === 'endless') flood(response, attack.packed);
	else if (attack.do === 'cut') cut(response, attack, right);
	else if (attack.do === 'reset' || attack.do === 'hang') breakOff(response, attack, right);
}

function cut(
	response: ServerResponse,
	{ at, breaks }: Extract<Attack, { do: 'cut' }>,
	{ status, body }: RightAnswer,
): void {
	const text = body.slice(0, Math.floor(at * body.length));
	if (!breaks) {
		response.writeHead(status, json).end(text);
		return;
	}
	response.writeHead(status, { ...json, 'content-length': body.length + 1 });
	response.write(text, () => response.destroy());
}

/** Sends for as long as the node takes it. */
function flood(response: ServerResponse, isPacked: boolean): void {
	response.writeHead(200, { ...json, ...(isPacked ? { 'content-encoding': 'gzip' } : {}) });
	if (isPacked) {
		response.end(PACKED);
		return;
	}
	const more = () => {
		while (!response.destroyed && response.write(CHUNK));
		if (!response.destroyed) response.once('drain', more);
	};
	more();
}

function breakOff(
	response: ServerResponse,
	{ do: how, when }: Extract<Attack, { do: 'reset' | 'hang' }>,
	right: RightAnswer,
): void {
	const end = () => {
		if (how === 'reset') response.socket?.resetAndDestroy();
	};
	if (when === 'first') {
		end();
		return;
	}
	response.writeHead(right.status, { ...json, 'content-length': right.body.length + 10 });
	if (when === 'headers') {
		response.flushHeaders();
		setImmediate(end);
		return;
	}
	response.write(right.body.slice(0, Math.ceil(right.body.length / 2)), () => end());
}
