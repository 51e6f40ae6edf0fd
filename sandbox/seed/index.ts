import { faker } from '@faker-js/faker/locale/en';
import { Refusal } from '../contract/refusal';
import { rowsOf } from '../domain/rules/references';
import { type Scope, directScope } from '../domain/scope';
import type { Service } from '../domain/service';
import { type Amounts, seedRecords } from './madeUpRecords';
import { seedSettings } from './domainSettings';
import { writeRecords } from './directWrites';
import { writers } from './recordWriters';

/**
 * Seeds users and returns their ids. The first is in the first group; the fifth is in none, so that
 * it can be added to one.
 */
function seedUsers(scope: Scope, count: number): number[] {
	const roles = rowsOf(scope, 'role');
	const groups = rowsOf(scope, 'userGroup');
	return Array.from({ length: count }, (_, index) => {
		const firstName = faker.person.firstName();
		const lastName = faker.person.lastName();
		const email = faker.internet.email({ firstName, lastName, provider: 'sales.example' });
		return writers.user.write(scope, {
			name: `${firstName} ${lastName}`,
			email: email.toLowerCase(),
			roleId: roles[index % roles.length]?.id,
			groupId: index === 4 ? null : groups[index % groups.length]?.id,
		});
	});
}

export const seedNames = ['small', 'empty', 'large'] as const;
export type SeedName = (typeof seedNames)[number];
/** Rows by kind of record, each as of `POST /__sandbox/records/{kind}`. */
export type OwnRecords = Record<string, unknown[]>;
/** The records of a new sandbox: made up, or as somebody wrote them down. */
export type Seed = SeedName | OwnRecords;

const small: Amounts = { customers: 40, deals: 60, contacts: 80, actions: 50, customObjects: 150 };
const amounts: Record<SeedName, Amounts | undefined> = {
	small,
	empty: undefined,
	large: { ...small, customers: 5_000, deals: 100_000, contacts: 8_000, actions: 2_000 },
};
/** The records of the second domain: some of every kind, all of them invisible to the first domain. */
const secondDomain: Amounts = {
	customers: 3,
	deals: 4,
	contacts: 4,
	actions: 2,
	customObjects: 4,
};

/**
 * Fills an empty store: two domains with their settings and people, and the records of the seed.
 * Returns the first domain and its first user.
 * @throws Refusal for own records of which one is refused
 */
export function seed(service: Service, asked: Seed): { domainId: number; userId: number } {
	const [name, own] = typeof asked === 'string' ? [asked, {}] : ['empty' as const, asked];
	faker.seed(20_260_101);
	const first = seedDomain(service, 1, 5, amounts[name]);
	seedDomain(service, 2, 2, amounts[name] && secondDomain);
	for (const [kind, rows] of Object.entries(own)) seedOwn(service, kind, rows);
	return { domainId: 1, userId: first };
}

function seedOwn(service: Service, kind: string, rows: unknown[]): void {
	try {
		writeRecords(service, kind, rows);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		const messages = error.messages.map((message) => `${kind} of the seed: ${message}`);
		throw new Refusal(error.code, messages);
	}
}

function seedDomain(service: Service, domainId: number, users: number, records?: Amounts): number {
	const scope = directScope(service, domainId);
	seedSettings(scope);
	const userIds = seedUsers(scope, users);
	if (records) seedRecords(scope, userIds, records);
	return userIds[0] ?? 0;
}
