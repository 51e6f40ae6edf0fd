/**
 * The test of a credential. n8n's own kind of test, a request, would report a failed connection only by its
 * code, such as ECONNREFUSED.
 */
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { labelsOf } from '../api/client';
import { connectionsOf, CREDENTIAL_TYPES, headerOf } from '../api/credential/credential';
import { fromNetworkError } from '../api/errors/networkErrors';
import { withoutWrapper } from '../api/errors/readAnswer';
import { versionOf, type CredentialKind, type OperationId, type Route } from '../api/routes';
import { byPattern, isObject, LIMITS, own as ownProperty } from '../shared';
import { meanings, tests } from './credentialTests.json';

interface Test {
	/** A read that every credential of this kind is allowed to do. */
	readonly operation: OperationId;
	/** A property that its response always has. */
	readonly property: string;
	/** The meanings of the statuses that say something of such a credential. */
	readonly meanings: Readonly<Record<string, string>>;
	/** The prefix of the other kind of token (v2 §5), and the credential that it belongs in. */
	readonly other?: { readonly prefix: string; readonly credential: string };
}

/** The tests of `credentialTests.json`, which also has the meanings of statuses for all credentials. */
const TESTS = tests as Readonly<Record<CredentialKind, Test>>;

const ADDRESS =
	'check the Base URL, which usually ends with the version, such as /v2, and the Endpoint Overrides, or save the credential and run Account > Check of a Sales Management node, which looks for other addresses';

/** The meaning of a status that is not a success. */
const meaningOf = (status: number, test: Test) =>
	byPattern(String(status), { ...test.meanings, ...meanings }) ??
	`The service does not accept this request at this address: ${ADDRESS}.`;

/** The kind of a credential, by its type. */
const credentialKindOf = (type: string) =>
	(Object.keys(CREDENTIAL_TYPES) as CredentialKind[]).find(
		(kind) => CREDENTIAL_TYPES[kind] === type,
	) ?? 'personalToken';

/**
 * Tests a credential.
 * @throws Error with a sentence that says what to do.
 */
async function tested(
	{ helpers }: ICredentialTestFunctions,
	{ type, data = {} }: ICredentialsDecrypted,
): Promise<void> {
	const kind = credentialKindOf(type);
	const test = TESTS[kind];
	const [connection] = connectionsOf(kind, data);
	const { baseUrl, secret, routes } = connection;
	// Only the test checks the prefix: a workflow uses any token that the service accepts.
	if (test.other && secret.startsWith(test.other.prefix)) {
		const { prefix, credential } = test.other;
		throw new Error(
			`This token begins with ${prefix}, so it belongs in a ${credential} credential: create one of that type and enter the token there.`,
		);
	}
	const route = routes[test.operation] as Route;
	// n8n has only this helper here. Without its defaults it follows no redirect, which would pass on the
	// secret.
	const request = helpers.request({
		method: route.method,
		uri: `${baseUrl}${route.path}`,
		headers: headerOf(connection),
		json: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		timeout: LIMITS.beginningMs,
	}) as Promise<{ statusCode: number; body: unknown }>;
	const { statusCode, body } = await request.catch((error: unknown) => {
		const { operation } = test;
		throw fromNetworkError(error, { operation, route, kind, labels: labelsOf(kind) });
	});
	if (statusCode >= 300) throw new Error(meaningOf(statusCode, test));
	const answer = withoutWrapper(body, { ...route, list: undefined });
	const isList = route.list && Array.isArray(answer);
	if (!isList && (!isObject(answer) || ownProperty(answer, test.property) === undefined)) {
		throw new Error(
			`The address responds, but not as the service's ${versionOf(kind)} interface does: ${ADDRESS}.`,
		);
	}
}

/** n8n tests a credential by one of the nodes that use it: their method `credentialTest` calls this function. */
export async function testCredential(
	context: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		await tested(context, credential);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}
