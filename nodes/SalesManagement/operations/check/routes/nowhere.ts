import type { Route } from '../../../api/types';
import { asDescribed, differs, unclear } from '../finding';
import type { Check, Inquiry } from '../inquiry';
import { isOutOfOrder } from '../passing';
import { LATER } from '../words';

/** An address that no service has. */
const NOWHERE: Route = {
	method: 'GET',
	path: '/no_such_address_at_all',
	parameters: {},
	known: 'inferred',
	repeatable: false,
};

/** What is answered where nothing is, so that it can be told from a record that does not exist. */
export const nowhere: Check = {
	check: 'address:missing',
	*inquire(known): Inquiry {
		const answer = yield {
			operation: known.has('role.getMany') ? 'role.getMany' : 'user.getMany',
			route: NOWHERE,
		};
		const { check } = nowhere;
		const evidence = `${known.told(answer)} at an address that does not exist`;
		if (isOutOfOrder(answer)) return [unclear(check, evidence, LATER)];
		known.nowhere = answer;
		if (answer.status === 404 && answer.form === 'json') {
			return [asDescribed(check, evidence)];
		}
		if (answer.status === 401) {
			return [unclear(check, evidence, 'The service may ask for a valid credential first.')];
		}
		const seen = answer.form === 'json' ? `${answer.status}` : `${answer.status} and no JSON`;
		const advice = `The service does not say clearly that an address is missing. Where an operation of a workflow fails with ${seen}, its address may be wrong: look at Endpoint Overrides of the credential first.`;
		return [differs({ check, evidence, advice })];
	},
};
