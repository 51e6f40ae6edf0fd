/**
 * Include Writes: a customer with a marked name, a contact and an action of it are created, changed,
 * found again and deleted. Only what can be deleted is made.
 */
import { unclear } from '../finding';
import type { Check, Inquiry } from '../inquiry';
import { createProblems } from './answers';
import { createdInBulk, foundTwice, refused, shownAtOnce } from './customer';
import { actionOf, contactOf, nobodyAdded } from './others';
import { Writing, type Steps } from './writing';

function* all(writing: Writing): Steps {
	const customer = yield* writing.create(
		{ operation: 'customer.create', body: { name: writing.name }, problems: createProblems },
		'customer.delete',
	);
	if (customer === undefined) return;
	yield* shownAtOnce(writing, customer);
	yield* writing.change({ operation: 'customer.update', path: { id: customer } }, 'address');
	yield* refused(writing, customer);
	yield* foundTwice(writing, customer);
	yield* createdInBulk(writing);
	yield* contactOf(writing, customer);
	yield* actionOf(writing, customer);
	yield* nobodyAdded(writing);
	writing.times();
}

/** Only where the user chose it. */
export const writes: Check = {
	check: 'writes',
	*inquire(known): Inquiry {
		if (!known.has('customer.delete')) {
			return [unclear('writes', 'Nothing was written: v1 has no way to delete it again.')];
		}
		const writing = new Writing(known, `n8n check ${new Date(known.now()).toISOString()}`);
		yield* all(writing);
		yield* writing.end();
		return writing.findings;
	},
};
