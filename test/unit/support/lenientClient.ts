/** A client whose service takes any address, also those that are tried because others are missing. */
import { createClient, versionOf } from '../../../nodes/SalesManagement/api/client';
import { Pacer } from '../../../nodes/SalesManagement/api/pacing';
import { ROUTES } from '../../../nodes/SalesManagement/api/routes';
import type { HttpRequest } from '../../../nodes/SalesManagement/api/transport';
import type { Client, CredentialKind } from '../../../nodes/SalesManagement/api/types';
import { SECRET, TestClock, type Respond } from './testClient';

export function lenientClient(
	respond: Respond,
	signal?: AbortSignal,
	kind: CredentialKind = 'personalToken',
): Client & { readonly requests: HttpRequest[] } {
	const requests: HttpRequest[] = [];
	const clock = new TestClock();
	const version = versionOf(kind);
	const client = createClient({
		kind,
		baseUrl: `https://service.example/${version}`,
		routes: ROUTES[version],
		clock,
		pacer: new Pacer(1000, clock, () => 0),
		secret: SECRET,
		signal,
		transport: async (request) => {
			requests.push(request);
			const answer = respond(request, requests.length);
			if (answer instanceof Error) throw answer;
			return await Promise.resolve({ status: 200, headers: {}, body: '', ...answer });
		},
	});
	return Object.assign(client, { requests });
}
