import { faker } from '@faker-js/faker/locale/en';
import { type Scope, directScope } from '../domain/scope';
import type { Service } from '../domain/service';
import domain from './domain.json';
import { type Amounts, seedRecords } from './records';
import { seedSettings } from './settings';
import { writers } from './writers';

/** Seeds roles, groups and users; returns the users' ids. The first user is in the first group. */
function seedPeople(scope: Scope, users: number): number[] {
	const make = (kind: keyof typeof writers, row: object) => writers[kind].write(scope, { ...row });
	const roleIds = domain.roles.map((name) => make('role', { name }));
	const groupIds = domain.userGroups.map((name, index) =>
		make('userGroup', { name, orderNum: index + 1 }),
	);
	return Array.from({ length: users }, (_, index) => {
		const firstName = faker.person.firstName();
		const lastName = faker.person.lastName();
		const email = faker.internet.email({ firstName, lastName, provider: 'sales.example' });
		return make('user', {
			name: `${firstName} ${lastName}`,
			email: email.toLowerCase(),
			roleId: roleIds[index % roleIds.length] ?? null,
			// The last user of many is in no group, so that one can be added.
			groupId:
				users > 2 && index === users - 1 ? null : (groupIds[index % groupIds.length] ?? null),
		});
	});
}

export const seedNames = ['small', 'empty', 'large'] as const;
export type SeedName = (typeof seedNames)[number];

const small: Amounts = { customers: 40, deals: 60, contacts: 80, actions: 50, customObjects: 150 };
const amounts: Record<Exclude<SeedName, 'empty'>, Amounts> = {
	small,
	large: { ...small, customers: 5_000, deals: 100_000, contacts: 8_000, actions: 2_000 },
};
/** At least one record of every kind, all of them invisible to the first domain. */
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
	const first = seedDomain(service, 1, 5, name === 'empty' ? undefined : amounts[name]);
	seedDomain(service, 2, 2, name === 'empty' ? undefined : secondDomain);
	return { domainId: 1, userId: first };
}

function seedDomain(service: Service, domainId: number, users: number, records?: Amounts): number {
	const scope = directScope(service, domainId);
	seedSettings(scope);
	const userIds = seedPeople(scope, users);
	if (records) seedRecords(scope, userIds, records);
	return userIds[0] ?? 0;
}
