/**
 * Rules of both versions as rows: what is asked, and what comes of it. A row says once what holds for
 * v2 and for v1; how v1 words it (its statuses, its envelope) follows from the documents here.
 */
import { raw } from '../../../sandbox/domain/store/sql';
import * as seeds from '../../../sandbox/seed';
import { v1Operations } from '../../../sandbox/v1/v1Operations';
import { documentedStatuses } from '../../../sandbox/v1/documentedStatuses';
import { meets } from '../../support/meets';
import { filled, rowsIn, type Names } from '../../support/written';
import { withSandbox, type Fields, type Version } from './client';
import { actionForm, and, anything, dealActionForm, dealForm, filterOf, or } from './forms';

/** The sandbox of all rules of a file. A test beside them that asks or writes resets it first. */
export const api = withSandbox();

/**
 * Rules begin with a reset each, most of which is to make the same settings and people anew: the first ones are kept
 * beside, and put back. What a reset itself does is tested in steering.test.ts.
 */
const { seed } = seeds;
const kept = new WeakMap<object, ReturnType<typeof seed>>();
jest.spyOn(seeds, 'seed').mockImplementation((service, name) => {
	if (name !== 'empty') return seed(service, name);
	const { database } = service.store;
	const tables = database.rows(
		raw("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"),
	);
	const before = kept.get(database);
	const made = before ?? seed(service, name);
	kept.set(database, made);
	for (const [table] of tables) {
		database.exec(
			before
				? `INSERT INTO "${table}" SELECT * FROM "kept ${table}"`
				: `CREATE TEMP TABLE "kept ${table}" AS SELECT * FROM "${table}"`,
		);
	}
	return made;
});

/**
 * What comes of a request: a refusal by its code, alone or as `CODE: the only message`; a status; `same`, which is the
 * last answer; null for an answer without a body; or a part of the answer, with the checks of `meets`. Left out, it is
 * any success. `{ v2, v1 }` says it for each version.
 */
export type Outcome = string | number | object | null | undefined;
/**
 * A call (`POST /customers`) with its body and what comes of it; a GET and a DELETE have no body, and `{nextCursor}`
 * is that of the last answer. Or a step of the steering: `+ customer`, `options`, `clock`, `counts`, `ignored`, or
 * any other as `steer GET /log`; or `token`, with which the steps behind it are sent: `team`, a personal one with these
 * permissions, or any other.
 */
export type Step = [request: string, bodyOrOutcome?: Outcome, outcome?: Outcome];
/** What holds in both versions, unless one is named. */
export type Rule =
	[says: string, versions: Version | 'both', ...steps: Step[]] | [says: string, ...steps: Step[]];

const NATURAL: Record<string, number> = {
	BAD_REQUEST: 400,
	VALIDATION_FAILED: 400,
	UNAUTHORIZED: 401,
	FORBIDDEN: 403,
	NOT_FOUND: 404,
	TOO_MANY_REQUESTS: 429,
};

/** The id of the operation of v1 that a request reaches. */
function operationOf(request: string): string {
	const [asked = ''] = request.split('?');
	const fits = ({ method, path }: { method: string; path: string }) =>
		RegExp(`^${method} ${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(asked);
	// A word of a path goes before a parameter: /customers/search is no /customers/{id}.
	const found = v1Operations
		.filter(fits)
		.sort((a, b) => a.path.split('{').length - b.path.split('{').length);
	return found[0]?.id ?? '';
}

/** The status of a refusal: in v1 one that its document lists for the operation (v1 §4, S3). */
export function statusOf(version: Version, request: string, code: string): number {
	const natural = NATURAL[code] ?? 0;
	const listed = version === 'v2' ? [] : (documentedStatuses[operationOf(request)] ?? []);
	const isForInput = natural === 400 || natural === 404;
	if (!isForInput || listed.length === 0 || listed.includes(natural)) return natural;
	return listed.includes(400) ? 400 : 500;
}

const successOf = (version: Version, request: string): number =>
	version === 'v1' && documentedStatuses[operationOf(request)]?.includes(201) ? 201 : 200;

const isFor = (value: unknown): value is Record<Version, unknown> =>
	typeof value === 'object' && value !== null && Object.keys(value).sort().join() === 'v1,v2';
const chosen = (value: unknown, version: Version) => (isFor(value) ? value[version] : value);

/** Takes the steps in turn, each with its outcome; answers the last body. */
async function take(version: Version, steps: readonly Step[], last: Fields = {}): Promise<Fields> {
	let token: string | undefined;
	for (const step of steps) {
		const { request, body, expected } = partsOf(step, version, last);
		if (request.startsWith('+ ')) await api.records(request.slice(2), body as unknown[]);
		else if (request === 'options') await api.options(body as object);
		else if (request === 'clock') await api.advance(body as number);
		else if (request === 'token') token = await tokenOf(body);
		else if (request.startsWith('steer '))
			last = await steered(request.slice(6), body, expected, last);
		else if (request === 'counts') {
			expect(await api.steer('GET /stats')).toMatchObject({ records: body });
		} else if (request === 'ignored') {
			const { ignored } = await api.steer<{ ignored: Fields }>('GET /stats');
			expect(Object.keys(ignored).map((each) => each.split(': ')[1])).toEqual(body);
		} else {
			const answer = await api.call<Fields>(version, request, body, { token });
			judge([version, request, answer.status, answer.body], expected, last);
			if (typeof answer.body === 'object' && answer.status < 300) last = answer.body;
		}
	}
	return last;
}

/** A call of the steering; a number is the status of its refusal. */
async function steered(
	request: string,
	body: unknown,
	expected: unknown,
	last: Fields,
): Promise<Fields> {
	const asked = api.steer(request, body);
	if (typeof expected === 'number') {
		await expect(asked).rejects.toThrow(`: ${expected} `);
		return last;
	}
	const answer = await asked;
	if (expected !== undefined)
		meets(answer, expected === 'same' ? { $equals: last } : expected, last);
	return answer;
}

const tokenOf = async (asked: unknown): Promise<string> =>
	asked === 'team'
		? api.sandbox.credentials.team
		: await api.token(
				Array.isArray(asked) ? { kind: 'personal', permissions: asked } : (asked as object),
			);

/** What a step sends in a version, and what is to come of it. */
function partsOf([request, ...rest]: Step, version: Version, { nextCursor }: Fields = {}) {
	const isBodiless = rest.length < 2 && /^(steer )?(GET|DELETE) /.test(request);
	const [body, expected] = isBodiless ? [undefined, ...rest] : rest;
	const sent = chosen(body, version) ?? undefined;
	return {
		request: request.replace('{nextCursor}', encodeURIComponent(String(nextCursor))),
		body: isPaged(sent) ? { ...sent, cursor: nextCursor } : sent,
		expected: chosen(expected, version),
	};
}
const isPaged = (body: unknown): body is Fields =>
	(body as Fields | null)?.cursor === '{nextCursor}';

function judge(
	[version, request, status, body]: [Version, string, number, Fields],
	outcome: unknown,
	last: Fields,
): void {
	// What was asked stands in each comparison, so that a failure tells it.
	if (typeof outcome === 'number') {
		expect([request, status]).toEqual([request, outcome]);
		return;
	}
	if (isRefusal(outcome)) {
		const { $refused: code, ...part } = typeof outcome === 'string' ? refusedAs(outcome) : outcome;
		expect([request, status, body.error]).toEqual([
			request,
			statusOf(version, request, code),
			code,
		]);
		// Without a valid credential there is {error} alone (S3).
		if (code === 'UNAUTHORIZED') expect(body).toEqual({ error: code });
		else
			expect(body.messages).toEqual([expect.any(String), ...(body.messages as string[]).slice(1)]);
		expect(body).toMatchObject(chosen(part, version) as object);
		return;
	}
	const success = successOf(version, request);
	expect([request, status, status < 300 || body]).toEqual([request, success, true]);
	if (outcome === null) expect([request, body]).toEqual([request, '']);
	else if (outcome === 'same') expect(body).toEqual(last);
	else if (outcome !== undefined) meets(body, outcome, last);
}

/** A refusal with more to be seen in its body, for each version if it differs. */
interface Refused extends Fields {
	$refused: string;
}
const isRefusal = (outcome: unknown): outcome is string | Refused =>
	typeof outcome === 'string'
		? outcome !== 'same'
		: typeof outcome === 'object' && outcome !== null && '$refused' in outcome;
function refusedAs(text: string): Refused {
	const [code = '', message] = text.split(/: (.*)/);
	return { $refused: code, ...(message !== undefined && { messages: [message] }) };
}

/** Whether a step changes nothing: a read, or what is refused. What a request ignores is counted. */
const isInert = (version: Version, step: Step): boolean => {
	if (/^((steer )?GET |POST \S+\/search\b|counts$|token$)/.test(step[0])) return true;
	const { expected } = partsOf(step, version);
	return typeof expected === 'number' ? expected >= 400 : isRefusal(expected);
};

/** The rules for a version; first those that change nothing, which share what is given. */
function rowsOf(rules: readonly Rule[], version: Version) {
	const rows = rules.flatMap(([says, ...rest]) => {
		const parts: ReadonlyArray<(typeof rest)[number]> = rest;
		const steps = parts.filter((each): each is Step => typeof each !== 'string');
		const holds = steps.length === parts.length || parts[0] === version || parts[0] === 'both';
		const areInert = steps.every((step) => isInert(version, step));
		return holds ? [{ says, version, steps, areInert }] : [];
	});
	return [...rows.filter(({ areInert }) => areInert), ...rows.filter(({ areInert }) => !areInert)];
}

/**
 * One test for each rule and version, each in a sandbox that starts over with the given records, unless the rules
 * since then have changed nothing. Its time stands still, or what is ordered by it would depend on how fast this machine
 * is; a step `clock` moves it on.
 */
export function hold(given: Step[], rules: Rule[]): void {
	/** What stands in the sandbox, where it is as it was given. */
	let fresh: { readonly version: Version; readonly now: number; readonly last: Fields } | undefined;
	const rows = (['v2', 'v1'] as const).flatMap((version) => rowsOf(rules, version));
	test.each(rows)('$version: $says', async ({ version, steps, areInert }) => {
		if (fresh?.version !== version) fresh = undefined;
		const now = fresh?.now ?? Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		try {
			if (!fresh) await api.reset();
			const last = fresh ? fresh.last : await take(version, given);
			fresh = areInert ? { version, now, last } : undefined;
			await take(version, steps, last);
		} finally {
			clock.mockRestore();
		}
	});
}

/** What every rule can name: create forms with some changes, and parts of searches. */
const COMMON: Names = {
	anything,
	$deal: dealForm,
	$action: actionForm,
	$dealAction: dealActionForm,
	$filter: (given: Parameters<typeof filterOf>) => filterOf(...given),
	$and: (filters: object[]) => and(...filters),
	$or: (filters: object[]) => or(...filters),
};

interface Group {
	readonly about: string;
	/** The group is held once for each of these rows. */
	readonly each?: readonly unknown[];
	/** Values that the group names. */
	readonly let?: Names;
	readonly given?: readonly unknown[];
	readonly rules: readonly unknown[];
}

/** The rules of the JSON file beside a test; how they are written: `test/support/written.ts`. */
export function holdAll(groups: unknown): void {
	for (const { about, each = [{}], let: named, given = [], rules } of groups as Group[]) {
		for (const row of rowsIn(filled(each, COMMON))) {
			const names = { ...COMMON, ...(filled(named ?? {}, COMMON) as Names), ...row };
			describe(String(filled(about, names)), () =>
				hold(filled(given, names) as Step[], filled(rules, names) as Rule[]),
			);
		}
	}
}
