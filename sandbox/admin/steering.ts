import { Type, type Static, type TSchema } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { faultSchema } from '../http/faults';
import { protectOwn } from '../http/localAccess';
import { badRequest, notFound } from '../contract/refusal';
import { integer, oneOf } from '../contract/schemas';
import { checker } from '../contract/validation';
import { allPermissions } from '../domain/permissions';
import { actionKinds } from '../domain/records/actions';
import { inUtc } from '../contract/time';
import { seedNames } from '../seed';
import { writeRecords } from '../seed/directWrites';
import { generateDeals } from '../seed/madeUpRecords';
import type { Service } from '../domain/service';
import type { State } from '../http/state';
import { raw, sql, when } from '../domain/store/sql';

const resetBody = Type.Object({
	seed: Type.Optional(oneOf(seedNames)),
});
const generateBody = Type.Object({ count: Type.Integer({ minimum: 1, maximum: 5_000_000 }) });
const clockBody = Type.Object({ advanceMs: Type.Integer({ minimum: 0 }) });
const tokenBody = Type.Object({
	kind: oneOf(['personal', 'team', 'v1'] as const),
	userId: Type.Optional(integer),
	permissions: Type.Optional(Type.Array(oneOf(allPermissions))),
	domainId: Type.Optional(integer),
});

const faultsBody = Type.Array(faultSchema);
const optionsBody = Type.Object({});

/** The steering calls below `/__sandbox`. They take no credential and answer this machine only. */
export function steering(state: State) {
	const { service, faults, journal } = state;
	return async (app: FastifyInstance): Promise<void> => {
		protectOwn(app);
		app.post('/reset', async ({ body }) => {
			const { seed } = checked(resetBody, body ?? {});
			return { seed: state.reset(seed) };
		});
		app.get('/options', async () => service.options);
		app.patch('/options', async ({ body }) => service.changeOptions(checked(optionsBody, body)));
		app.post('/clock', async ({ body }) => {
			service.advanceClock(checked(clockBody, body).advanceMs);
			return { now: inUtc(service.clock.now()) };
		});
		app.post('/tokens', async ({ body }) => issueToken(state, checked(tokenBody, body)));
		app.post('/records/:kind', async ({ params, body }) => {
			const { kind } = params as { kind: string };
			return writeRecords(service, kind, Array.isArray(body) ? body : [body ?? {}]);
		});
		app.post('/generate/deal', async ({ body }) => {
			const { count } = checked(generateBody, body);
			await generateDeals(service, count);
			return { count };
		});
		app.get('/definitions', async () => ({ customObjects: definitions(service) }));
		app.post('/faults', async ({ body }, reply) => {
			faults.add(checked(faultsBody, Array.isArray(body) ? body : [body]));
			return reply.code(204).send();
		});
		app.get('/faults', async () => faults.list());
		app.delete('/faults', async () => {
			faults.clear();
			return faults.list();
		});
		app.delete('/faults/:number', async ({ params }) => {
			const { number } = params as { number: string };
			if (!faults.clear(Number(number))) throw notFound('fault', number);
			return faults.list();
		});
		app.get('/requests', async ({ query }) => {
			const { since = '0' } = query as { since?: string };
			return journal.requestsSince(Number(since));
		});
		app.get('/log', async () => {
			const { notifications, audits } = journal;
			return { notifications, audits };
		});
		app.get('/stats', async () => stats(state));
	};
}

function checked<S extends TSchema>(schema: S, body: unknown): Static<S> {
	checker(schema)(body);
	// The check has thrown for everything that the schema does not allow.
	return body;
}

/** Issues a token for the given user, or else for the first user of the given domain. */
function issueToken(
	{ service, credentials }: State,
	{ kind, userId, domainId, permissions }: Static<typeof tokenBody>,
): { token: string; number?: number } {
	const where = [
		...when(userId, (id) => sql`t.id = ${id}`),
		...when(domainId, (id) => sql`t.domainId = ${id}`),
	];
	const [user] = service.store.tables.user.select({ where, orderBy: raw('t.id'), limit: 1 });
	if (!user) throw badRequest('there is no such user or domain');
	const caller = { domainId: user.domainId, userId: kind === 'personal' ? user.id : null };
	const token = credentials.issue({ kind, ...caller, permissions: permissions ?? null });
	return { token, number: credentials.find(token)?.number };
}

/** The first domain's custom object definitions. */
function definitions(service: Service) {
	const [domainId = 1] = service.store.domains();
	return service.store.tables.customObjectDef.list(domainId).map(({ key, items }) => ({
		key,
		items: items.map(({ itemKey, itemType, options }) => ({
			itemKey,
			itemType,
			options: options.map((option) => option.key),
		})),
	}));
}

/** Counts records by kind, requests, requests refused with 429, and names that were ignored. */
function stats({ service: { store }, journal, limits }: State) {
	const { action, ...others } = store.tables;
	const plain = [
		'user',
		'userGroup',
		'role',
		'customer',
		'deal',
		'contact',
		'customObject',
	] as const;
	return {
		records: Object.fromEntries([
			...plain.map((kind) => [kind, others[kind].count()]),
			...Object.keys(actionKinds).map((kind) => [kind, action.count([sql`t.kind = ${kind}`])]),
		]) as object,
		requests: journal.requestCount,
		refusedWith429: limits.refused,
		ignored: journal.ignored,
	};
}
