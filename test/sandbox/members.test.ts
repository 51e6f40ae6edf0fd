import { idsOf, type Fields, type Row } from './support/client';
import { hold, lists, type Rule, type Step } from './support/rules';

// The seed's users 1 to 5 are of the first domain (5 in no group), 6 and 7 of the second.
const members =
	(...ids: number[]) =>
	(body: Fields) =>
		expect(idsOf(body.users).sort()).toEqual(ids);
const path = '/user_groups/1/users';

describe('users (v2 §4.1, v1 §2.2, §4)', () => {
	const gone: Step = ['+ user', [{ name: 'Gone', email: 'gone@sales.example', deleted: true }]];
	hold(
		[],
		[
			[
				'the current user: id, name, email, domainId, profile, permissions',
				'v2',
				[
					'GET /users/me',
					(me) => {
						const keys = ['domainId', 'email', 'id', 'name', 'permissions', 'profile'];
						expect(Object.keys(me).sort()).toEqual(keys);
						expect(me).toMatchObject({ id: 1, domainId: 1 });
						expect(me.permissions).toContain('member_settings');
					},
				],
			],
			[
				'a user of v1 has groups, profile and role',
				'v1',
				[
					'GET /users',
					({ users }) =>
						expect((users as Row[])[0]).toEqual({
							id: 1,
							name: expect.any(String),
							email: expect.stringContaining('@'),
							userGroups: [{ id: 1, name: expect.any(String) }],
							profile: { id: expect.any(Number), name: expect.any(String) },
							role: { id: expect.any(Number), name: expect.any(String) },
						}),
				],
			],
			[
				'deleted users are listed with deleted=1 only; email finds the one with that address',
				gone,
				['GET /users', lists(1, 2, 3, 4, 5)],
				['GET /users?deleted=0', lists(1, 2, 3, 4, 5)],
				['GET /users?deleted=1', lists(1, 2, 3, 4, 5, 8)],
				['GET /users?email=gone%40sales.example', lists()],
				['GET /users?deleted=1&email=gone%40sales.example', { totalCount: 1 }],
				['GET /users?deleted=2', 'BAD_REQUEST'],
			],
			[
				'roles have id and name',
				['+ role', [{ name: 'Auditor' }]],
				[
					'GET /roles',
					({ roles }) =>
						expect(roles).toEqual([
							{ id: 1, name: 'Sales' },
							{ id: 2, name: 'Management' },
							{ id: expect.any(Number), name: 'Auditor' },
						]),
				],
			],
		],
	);
});

describe('user groups (v2 §4.2, v1 §4)', () => {
	const renamed = (name: unknown, outcome: object | string): Step => [
		'PATCH /user_groups/1',
		{ name },
		outcome,
	];
	const nobody = [
		'/user_groups/99/users/1',
		`${path}/99`,
		// A group and a user of the other domain.
		'/user_groups/3/users/1',
		`${path}/6`,
	];
	const unchanged = members(1, 3);
	hold(
		[],
		[
			[
				'userId lists only the groups that the user belongs to',
				['GET /user_groups?userId=1', lists(1)],
				['GET /user_groups?userId=5', lists()],
			],
			[
				'an update answers id, name, orderNum, and without a name changes nothing',
				renamed('Renamed', (body: Fields) =>
					expect(body).toEqual({ id: 1, name: 'Renamed', orderNum: 1 }),
				),
				['PATCH /user_groups/1', {}, { name: 'Renamed' }],
			],
			[
				'so does one whose name is null or empty',
				'v1',
				renamed('N', { name: 'N' }),
				renamed(null, { name: 'N' }),
				renamed('', { name: 'N' }),
			],
			[
				'a name has at most 255 characters and is unique within the organization',
				renamed('x'.repeat(255), {}),
				renamed('x'.repeat(256), 'VALIDATION_FAILED'),
				renamed('Field sales', 'VALIDATION_FAILED'),
				renamed(5, 'BAD_REQUEST'),
				['PATCH /user_groups/2', { name: 'Field sales' }, { id: 2 }],
			],
			[
				'a group of another domain is missing, and its name is free here',
				['+ userGroup', [{ name: 'Theirs', domainId: 2 }]],
				['PATCH /user_groups/3', { name: 'Mine' }, 'NOT_FOUND'],
				renamed('Theirs', { name: 'Theirs' }),
			],
			[
				'add keeps the others, and adding one again succeeds',
				[`POST ${path}`, { userId: 5 }, members(1, 3, 5)],
				[`POST ${path}`, { userId: 5 }, members(1, 3, 5)],
			],
			[
				'add without userId changes nothing and is a 200',
				[`POST ${path}`, {}, unchanged],
				[`POST ${path}`, undefined, 200],
			],
			[
				'adding a user who belongs to another group is a 400 (v2 §7)',
				[`POST ${path}`, { userId: 2 }, 'BAD_REQUEST'],
				[`PUT ${path}`, { userIds: [1, 2] }, 'BAD_REQUEST'],
				[`POST ${path}`, {}, unchanged],
			],
			[
				'add takes the user in the path too, alone or beside the body (v1 §4, S5)',
				'v1',
				[`POST ${path}/5`, {}, members(1, 3, 5)],
				[`POST ${path}/5`, { userId: 5 }, members(1, 3, 5)],
				[`POST ${path}/99`, {}, 404],
				[`POST ${path}/me`, {}, 404],
			],
			['v2 has no such path', 'v2', [`POST ${path}/5`, {}, 'NOT_FOUND']],
			[
				'remove keeps the user, and has no body',
				[`DELETE ${path}/3`, null],
				['GET /users', lists(1, 2, 3, 4, 5)],
				[`POST ${path}`, {}, members(1)],
			],
			...nobody.map((gone): Rule => [`${gone} is missing`, [`DELETE ${gone}`, 'NOT_FOUND']]),
			[
				'a user of another domain cannot be added',
				[`POST ${path}`, { userId: 6 }, 'NOT_FOUND'],
				[`PUT ${path}`, { userIds: [6] }, 'NOT_FOUND'],
			],
			[
				'replace removes whom it does not name; omitted or null changes nothing, [] removes all',
				[`PUT ${path}`, {}, unchanged],
				[`PUT ${path}`, { userIds: null }, unchanged],
				[`PUT ${path}`, { userIds: [5, 1] }, members(1, 5)],
				[`PUT ${path}`, { userIds: [] }, members()],
			],
			...[true, false].map((permissionSettings): Rule => {
				const changed = (outcome?: string): Step[] => [
					[`POST ${path}`, { userId: 5 }, outcome],
					[`PUT ${path}`, {}, outcome],
					outcome ? [`DELETE ${path}/5`, outcome] : [`DELETE ${path}/5`, null],
				];
				return [
					`members are changed with member_settings or a team token only, permissionSettings ${permissionSettings} (v2 §4.2, S8)`,
					'v2',
					['options', { permissionSettings }],
					['token', ['deal.read']],
					...changed('FORBIDDEN'),
					['token', ['member_settings']],
					...changed(),
					['token', 'team'],
					...changed(),
					['GET /user_groups', lists(1, 2)],
				];
			}),
		],
	);
});
