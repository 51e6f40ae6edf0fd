import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type, type Static } from '@sinclair/typebox';
import { badRequest } from '../contract/refusal';
import { inUtc } from '../contract/time';
import type { Form } from '../domain/properties/property';
import type { deal } from '../domain/properties/records';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import { create } from '../domain/records/writing';
import { directScope, type Overrides, type Scope } from '../domain/scope';
import { raw, sql } from '../domain/store/sql';
import type { Gateway } from '../http/gateway';

export const generateBody = Type.Object({
	count: Type.Integer({ minimum: 1, maximum: 5_000_000 }),
	/** Over how many years before now the last updates are spread. */
	years: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 50 })),
	/** Which share of the deals was updated in one and the same moment. */
	crowded: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
	domainId: Type.Optional(Type.Integer()),
});

/** So many in one transaction; between two the sandbox answers others. */
const CHUNK = 1_000;
const CUSTOMERS = 100;
const COUNTER = 'generatedDeals';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * Makes deals inside the sandbox, as many as a large account has. Each has a text of its own in
 * `deal_text` (`key-00000001`, …, going on where the last call ended); amounts, phases, owners,
 * customers and dates differ by chance, the same in each run. Not all or nothing: what a chunk wrote
 * stays, and others may write in between.
 */
export async function generateDeals(
	gateway: Gateway,
	{ count, years = 3, crowded = 0.05, domainId: asked }: Static<typeof generateBody>,
): Promise<{ count: number; firstKey: string; lastKey: string }> {
	const { service } = gateway;
	const domainId = asked ?? service.domains()[0] ?? 1;
	if (!service.domains().includes(domainId)) throw badRequest(`there is no domain ${domainId}`);
	const scope = directScope(service, domainId);
	const first = service.store.counter(COUNTER) + 1;
	const end = first + count;
	const random = randomFrom(first);
	const form = gateway.write(() => formMaker(scope, random));
	const times = timesMaker(service.clock.now() - HOUR, years * YEAR, crowded, random);
	for (let from = first; from < end; from += CHUNK) {
		gateway.write(() => {
			for (let number = from; number < Math.min(from + CHUNK, end); number++) {
				create(scope, deals, { form: form(number), ...times() });
			}
			service.store.setCounter(COUNTER, Math.min(from + CHUNK, end) - 1);
		});
		await nextTurn();
	}
	return { count, firstKey: keyOf(first), lastKey: keyOf(end - 1) };
}

const keyOf = (number: number) => `key-${String(number).padStart(8, '0')}`;

/** Whole numbers from 0 up to below the one given. */
type Random = (below: number) => number;

/** Numbers by chance, the same for the same start (mulberry32). */
function randomFrom(start: number): Random {
	let state = start;
	return (below) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
	};
}

/** Creation and last update of a deal, the update within the span or in its crowded moment. */
function timesMaker(end: number, span: number, crowded: number, random: Random): () => Overrides {
	const crowd = Math.floor((end - span / 2) / 1000) * 1000;
	return () => {
		const updatedAt = random(10_000) < crowded * 10_000 ? crowd : end - random(span);
		return { createdAt: updatedAt - random(90 * DAY), updatedAt, visibleAt: 0 };
	};
}

/** A deal by its number: of each deal type and phase, of every user, of one of some customers. */
function formMaker(scope: Scope, random: Random): (number: number) => Form<typeof deal> {
	const { store } = scope.service;
	const { domainId } = scope.caller;
	const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
	const ofDomain = [sql`t.domainId = ${domainId}`];
	const owners = store.customers
		.select({ where: ofDomain, orderBy: raw('t.id'), limit: CUSTOMERS })
		.map(({ id }) => ({ id }));
	while (owners.length < CUSTOMERS) {
		owners.push({
			id: create(scope, customers, { form: { name: `Customer ${owners.length + 1}` } }),
		});
	}
	const users = store.users.select({ where: [...ofDomain, sql`t.deleted = 0`] });
	const of = (kind: 'phase' | 'product' | 'probability' | 'channel', dealTypeId: number) =>
		store.settings
			.list(kind, domainId)
			.filter((one) => one.dealTypeId === dealTypeId)
			.map(({ id }) => ({ id }));
	const types = store.settings.list('dealType', domainId).map(({ id }) => ({
		...{ id, phases: of('phase', id), products: of('product', id) },
		...{ probabilities: of('probability', id), channels: of('channel', id) },
	}));
	return (number) => {
		const type = pick(types);
		return {
			name: `Deal ${number}`,
			amount: random(20) === 0 ? null : random(5_000) * 1_000,
			expectedContractDate: inUtc(Date.UTC(2024, 0, 1) + random(1_200) * DAY).slice(0, 10),
			// A won or lost deal needs one.
			reason: 'Generated',
			dealType: { id: type.id },
			customer: pick(owners),
			phase: pick(type.phases),
			product: pick(type.products),
			probability: pick(type.probabilities),
			channel: pick(type.channels),
			user: { id: pick(users).id },
			dealCustoms: [
				{ itemKey: 'deal_text', value: keyOf(number) },
				{ itemKey: 'deal_number', value: random(100) },
				{ itemKey: 'deal_single_select', value: 1 + random(3) },
				{ itemKey: 'deal_decimal_number', value: String(random(10_000) / 100) },
			],
		};
	};
}
