import { Type, type Static } from '@sinclair/typebox';
import { flag, integer, nullable, text } from '../contract/schemas';
import { settingOf } from '../domain/rules/references';
import { writer, type Writer } from './writer';

const userRow = Type.Partial(
	Type.Object({
		name: text,
		email: text,
		deleted: flag,
		roleId: nullable.integer,
		groupId: nullable.integer,
	}),
);
const nameRow = Type.Partial(Type.Object({ name: text }));
const groupRow = Type.Partial(Type.Object({ name: text, orderNum: integer }));
const companyRow = Type.Partial(
	Type.Object({
		name: text,
		webUrl: nullable.text,
		establishYear: nullable.integer,
		industryId: nullable.integer,
	}),
);

/** Companies are settings: the register that website addresses are looked up in. */
const companyWriter: Writer = {
	form: companyRow,
	domainOf: (service, id) =>
		service.domains().find((domainId) => service.store.settings.find('company', domainId, id)),
	create({ service, caller }, row, { id }) {
		const empty = { name: 'Company', webUrl: null, establishYear: null, industryId: null };
		const given = row as Static<typeof companyRow>;
		const company = { ...empty, ...given, domainId: caller.domainId };
		return service.store.settings.put('company', id === undefined ? company : { ...company, id })
			.id;
	},
	update(scope, id, row) {
		const before = settingOf(scope, 'company', id);
		const changes = row as Static<typeof companyRow>;
		scope.service.store.settings.put('company', { ...before, ...changes });
	},
};

export const memberWriters: Record<string, Writer> = {
	company: companyWriter,
	user: writer({
		form: userRow,
		table: (store) => store.users,
		create({ service, caller }, row, { id }) {
			const { domainId } = caller;
			const user = {
				domainId,
				name: row.name ?? 'User',
				email: row.email ?? `user-${service.store.users.count() + 1}@sales.example`,
				deleted: row.deleted ?? false,
				roleId: row.roleId ?? null,
				groupId: row.groupId ?? null,
				profile: { id: domainId, name: 'Standard' },
			};
			return service.store.users.insert(user, id);
		},
		update: ({ service }, before, row) =>
			service.store.users.update({ ...before, ...row }, service.clock.now()),
	}),
	role: writer({
		form: nameRow,
		table: (store) => store.roles,
		create: ({ service, caller: { domainId } }, { name = 'Role' }, { id }) =>
			service.store.roles.insert({ domainId, name }, id),
		update: ({ service }, before, row) =>
			service.store.roles.update({ ...before, ...row }, service.clock.now()),
	}),
	userGroup: writer({
		form: groupRow,
		table: (store) => store.userGroups,
		create({ service, caller: { domainId } }, row, { id }) {
			const { userGroups } = service.store;
			const orderNum = row.orderNum ?? userGroups.count() + 1;
			const name = row.name ?? `Group ${orderNum}`;
			return userGroups.insert({ domainId, name, orderNum }, id);
		},
		update: ({ service }, before, row) =>
			service.store.userGroups.update({ ...before, ...row }, service.clock.now()),
	}),
};
