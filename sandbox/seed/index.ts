import { faker } from '@faker-js/faker/locale/en';
import { rowsOf } from '../domain/rules/references';
import { type Scope, directScope } from '../domain/scope';
import type { Service } from '../domain/service';
import { type Amounts, seedRecords } from './madeUpRecords';
import { seedSettings } from './domainSettings';
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
 * Fills an empty store: two domains with their settings and people, and made-up records unless the
 * seed is `empty`. Returns the first domain and its first user.
 */
export function seed(service: Service, name: SeedName): { domainId: number; userId: number } {
	faker.seed(20_260_101);
	const first = seedDomain(service, 1, 5, amounts[name]);
	seedDomain(service, 2, 2, amounts[name] && secondDomain);
	return { domainId: 1, userId: first };
}

function seedDomain(service: Service, domainId: number, users: number, records?: Amounts): number {
	const scope = directScope(service, domainId);
	seedSettings(scope);
	const userIds = seedUsers(scope, users);
	if (records) seedRecords(scope, userIds, records);
	return userIds[0] ?? 0;
}
