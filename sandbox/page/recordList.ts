import { notFound } from '../contract/refusal';
import { checker } from '../contract/validation';
import { directScope } from '../domain/scope';
import type { Service } from '../domain/service';
import { v2Operations } from '../v2/v2Operations';

/**
 * A page of the first domain's records of a kind, as v2 lists them; the further parameters are
 * those of the list. Actions are those of all customers or contacts, custom objects those of one
 * definition.
 * @throws Refusal for a wrong query, and NOT_FOUND for an unknown kind
 */
export function browse(
	service: Service,
	{ kind = '', definition = '', ...query }: Record<string, string>,
): unknown {
	const list = v2Operations.find(({ id }) => id === `${kind}.getMany`);
	if (!list) throw notFound('kind of record', kind);
	checker(list.query, 'query')(query);
	const all = { customer_id: 'all', contact_id: 'all', custom_object_def_key: definition };
	const [firstDomain = 1] = service.store.domains();
	const nobody = { notify: () => undefined, wrote: () => undefined };
	return list.run({
		...directScope(service, firstDomain),
		params: all,
		query,
		body: {},
		...nobody,
	});
}
