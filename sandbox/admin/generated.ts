import { setImmediate as nextTurn } from 'node:timers/promises';
import { faker } from '@faker-js/faker/locale/en';
import { Type, type Static } from '@sinclair/typebox';
import { badRequest } from '../contract/refusal';
import { inUtc } from '../contract/time';
import type { Form } from '../domain/properties/property';
import type { deal } from '../domain/properties/records';
import { customers } from '../domain/records/customers';
import { deals } from '../domain/records/deals';
import { create } from '../domain/records/writing';
import { directScope, type Scope } from '../domain/scope';
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

const pick = <T>(values: readonly T[]): T => faker.helpers.arrayElement(values);
const below = (limit: number) => Math.floor(faker.number.float() * limit);
const keyOf = (number: number) => `key-${String(number).padStart(8, '0')}`;

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
	faker.seed(first);
	const form = gateway.write(() => formMaker(scope));
	const [now, span] = [service.clock.now() - HOUR, years * YEAR];
	const crowd = Math.floor((now - span / 2) / 1000) * 1000;
	/** The update within the span, or in its crowded moment. */
	const times = () => {
		const updatedAt = faker.number.float() < crowded ? crowd : now - below(span);
		return { createdAt: updatedAt - below(90 * DAY), updatedAt, visibleAt: 0 };
	};
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

/** A deal by its number: of each deal type and phase, of every user, of one of some customers. */
function formMaker(scope: Scope): (number: number) => Form<typeof deal> {
	const { customers: table, settings, users } = scope.service.store;
	const { domainId } = scope.caller;
	const where = [sql`t.domainId = ${domainId}`];
	const owners = table
		.select({ where, orderBy: raw('t.id'), limit: CUSTOMERS })
		.map(({ id }) => ({ id }));
	while (owners.length < CUSTOMERS) {
		const form = { name: `Customer ${owners.length + 1}` };
		owners.push({ id: create(scope, customers, { form }) });
	}
	const people = users.select({ where: [...where, sql`t.deleted = 0`] });
	const of = (kind: 'phase' | 'product' | 'probability' | 'channel', dealTypeId: number) =>
		settings.list(kind, domainId).filter((one) => one.dealTypeId === dealTypeId);
	const one = (values: ReadonlyArray<{ id: number }>) => ({ id: pick(values).id });
	return (number) => {
		const dealType = one(settings.list('dealType', domainId));
		return {
			name: `Deal ${number}`,
			amount: below(20) === 0 ? null : below(5_000) * 1_000,
			expectedContractDate: inUtc(Date.UTC(2024, 0, 1) + below(1_200) * DAY).slice(0, 10),
			// A won or lost deal needs one.
			reason: 'Generated',
			...{ dealType, customer: pick(owners), user: one(people) },
			phase: one(of('phase', dealType.id)),
			product: one(of('product', dealType.id)),
			probability: one(of('probability', dealType.id)),
			channel: one(of('channel', dealType.id)),
			dealCustoms: [
				{ itemKey: 'deal_text', value: keyOf(number) },
				{ itemKey: 'deal_number', value: below(100) },
				{ itemKey: 'deal_single_select', value: 1 + below(3) },
				{ itemKey: 'deal_decimal_number', value: String(below(10_000) / 100) },
			],
		};
	};
}
