/** The button that n8n shows on a credential: right and wrong, for all three kinds. */
import {
	sandboxCredentials,
	type CredentialType,
} from '../../../scripts/n8n-host/sandbox-credentials';
import { contains, equal } from '../../../harness/n8n/checks';
import type { World } from '../../../harness/n8n/world';
import type { Part } from './part';

/** A mistake for each kind, and what the message has to say of it; all others are in test/credentials. */
const MISTAKES: ReadonlyArray<
	readonly [CredentialType, data: Readonly<Record<string, string>>, says: string]
> = [
	['salesManagementPersonalTokenApi', { accessToken: 'svcp_no' }, 'does not accept this token'],
	[
		'salesManagementTeamTokenApi',
		{ baseUrl: 'http://127.0.0.1:1/v2' },
		'The service refuses connections',
	],
	['salesManagementV1KeyApi', { apiKey: 'no' }, 'does not accept this key'],
];

async function test(
	world: World,
	type: CredentialType,
	changes: Readonly<Record<string, string>> = {},
) {
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
		for (const [type, data, says] of MISTAKES) {
			await world.check(`${type}: "${says}"`, async () => {
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
