import { faker } from '@faker-js/faker/locale/en';
import type { Scope } from '../domain/scope';

/** Seeds roles, groups and users; returns the users' ids. The first user is in the first group. */
export function seedPeople({ service, caller }: Scope, users: number): number[] {
	const { domainId } = caller;
	const { store } = service;
	const roleIds = ['Sales', 'Management'].map((name) => store.roles.insert({ domainId, name }));
	const groupIds = ['Inside sales', 'Field sales'].map((name, index) =>
		store.userGroups.insert({ domainId, name, orderNum: index + 1 }),
	);
	return Array.from({ length: users }, (_, index) => {
		const firstName = faker.person.firstName();
		const lastName = faker.person.lastName();
		const email = faker.internet.email({ firstName, lastName, provider: 'sales.example' });
		return store.users.insert({
			domainId,
			name: `${firstName} ${lastName}`,
			email: email.toLowerCase(),
			deleted: false,
			roleId: roleIds[index % roleIds.length] ?? null,
			// The last user of many is in no group, so that one can be added.
			groupId:
				users > 2 && index === users - 1 ? null : (groupIds[index % groupIds.length] ?? null),
			profile: { id: domainId, name: 'Standard' },
		});
	});
}
