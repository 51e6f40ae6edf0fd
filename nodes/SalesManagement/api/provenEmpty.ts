import type { IDataObject } from 'n8n-workflow';
import { listIn } from './envelope';
import type { Listing, PageRead } from './listing';
import { malformed } from './pageBody';
import { isOperationId } from './routes';

/** The envelopes in which services have shown records, by credential, list and envelope. */
const shown = new Set<string>();

/**
 * A look-up's empty page is believed as it is where the documents show its envelope, or where the
 * service says itself that nothing follows. Any other may be no list at all: `[]` is what some servers
 * send in place of an empty object, and what is not found is created. So it is believed where the
 * service's list of all such records shows some in the same envelope; one request a credential.
 * @throws ServiceError where it does not.
 */
export async function assertProven(listing: Listing, page: PageRead): Promise<void> {
	const { client, request, rules, options } = listing;
	const { envelope, records, isEmptyTold } = page;
	if (envelope === undefined) return;
	const [resource] = request.operation.split('.');
	const operation = `${resource}.getMany`;
	const key = JSON.stringify([client.fingerprint, operation, request.path, envelope]);
	if (records.length > 0) shown.add(key);
	if (records.length > 0 || isEmptyTold || shown.has(key)) return;
	if (isOperationId(operation)) {
		const list = client.route(operation).list ?? rules;
		const query = list.takesLimit && list.pagingIn === 'query' ? { limit: 1 } : {};
		const { maxWaitMs, timeLeftMs, unwanted } = options;
		const waits = { maxWaitMs, timeLeftMs, unwanted };
		const { body } = await client.send({ operation, path: request.path, query }, waits);
		const found = listIn(body, operation, list.plural);
		if (found?.envelope === envelope && found.records.some(isRecord)) {
			shown.add(key);
			return;
		}
	}
	const what = envelope === '' ? 'a bare list' : `the list "${envelope}"`;
	throw malformed(
		listing,
		`The response is ${what}, without "${rules.plural}", and empty, so it does not show that nothing exists`,
	);
}

const isRecord = (record: unknown): boolean =>
	typeof record === 'object' && (record as IDataObject | null)?.id !== undefined;
