/** The button that n8n shows on a credential: right and wrong, for all three kinds. */
import type { Sandbox } from '../../../sandbox';
import {
	sandboxCredentials,
	type CredentialType,
} from '../../../scripts/n8n-host/sandbox-credentials';
import { contains, equal } from '../checks';
import type { World } from '../world';
import type { Part } from './part';

interface Mistake {
	readonly type: CredentialType;
	readonly what: string;
	readonly data: Readonly<Record<string, string>>;
	/** What the message has to say of it. */
	readonly says: string;
}

const NOWHERE = 'http://127.0.0.1:1';

function mistakes({ v1, v2, credentials: { team } }: Sandbox): Mistake[] {
	const ofPersonal = 'salesManagementPersonalTokenApi';
	const ofTeam = 'salesManagementTeamTokenApi';
	const ofV1 = 'salesManagementV1KeyApi';
	return [
		{
			type: ofPersonal,
			what: 'a wrong token',
			data: { accessToken: 'svcp_no' },
			says: 'does not accept this token',
		},
		{
			type: ofPersonal,
			what: 'a team token in its place',
			data: { accessToken: team },
			says: 'Team Token credential',
		},
		{ type: ofPersonal, what: 'a v1 address', data: { baseUrl: v1 }, says: 'v2' },
		{
			type: ofPersonal,
			what: 'an address where nothing listens',
			data: { baseUrl: `${NOWHERE}/v2` },
			says: 'The service refuses connections',
		},
		{
			type: ofTeam,
			what: 'a wrong token',
			data: { accessToken: 'svct_no' },
			says: 'does not accept this token',
		},
		...([ofPersonal, ofTeam] as const).flatMap((type): Mistake[] => [
			{
				type,
				what: 'a v1 key without its address',
				data: { v1BaseUrl: '' },
				says: 'a V1 API Key, but no V1 Base URL',
			},
			{
				type,
				what: 'an address of v1 without its key',
				data: { v1ApiKey: '' },
				says: 'a V1 Base URL, but no V1 API Key',
			},
			{
				type,
				what: 'the v2 address for the v1 key',
				data: { v1BaseUrl: v2 },
				says: 'The V1 Base URL is a v2 address',
			},
		]),
		{ type: ofTeam, what: 'a v1 address', data: { baseUrl: v1 }, says: 'v2' },
		{
			type: ofTeam,
			what: 'an address where nothing listens',
			data: { baseUrl: `${NOWHERE}/v2` },
			says: 'The service refuses connections',
		},
		{ type: ofV1, what: 'a wrong key', data: { apiKey: 'no' }, says: 'does not accept this key' },
		{ type: ofV1, what: 'a v2 address', data: { baseUrl: v2 }, says: 'v1' },
	];
}

async function test(world: World, type: CredentialType, changes: Mistake['data'] = {}) {
	const { rest, credentials } = await world.n8n();
	const sandbox = await world.sandbox();
	const stored = sandboxCredentials(sandbox).find((credential) => credential.type === type);
	const body = { ...stored, id: credentials[type], data: { ...stored?.data, ...changes } };
	return await rest.call<{ status: string; message: string }>('POST', '/credentials/test', {
		credentials: body,
	});
}

export const credentials: Part = {
	name: 'credentials',
	about: 'the tests of all three kinds, right and wrong',
	isBase: true,
	needs: [],
	run: async (world) => {
		for (const { type } of sandboxCredentials(await world.sandbox())) {
			await world.check(`${type}: its test succeeds`, async () => {
				const { status, message } = await test(world, type);
				equal([status, status === 'OK' ? '' : message], ['OK', '']);
			});
		}
		for (const { type, what, data, says } of mistakes(await world.sandbox())) {
			await world.check(`${type}: ${what} fails and says so`, async () => {
				const { status, message } = await test(world, type, data);
				equal(status, 'Error');
				contains(message, says);
				for (const secret of Object.values((await world.sandbox()).credentials)) {
					equal(message.includes(secret), false);
				}
			});
		}
	},
};
