/**
 * Include Writes: a customer with a marked name, a contact and an action of it are created, changed,
 * found again and deleted. Only what can be deleted is made.
 */
import { unclear } from '../finding';
import type { Check, Inquiry } from '../inquiry';
import { TOMORROW } from '../quota';
import { ATTACH } from '../words';
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
	const isFoundAtOnce = yield* shownAtOnce(writing, customer);
	yield* writing.change({ operation: 'customer.update', path: { id: customer } }, 'address');
	yield* refused(writing, customer);
	yield* foundTwice(writing, customer, isFoundAtOnce);
	yield* createdInBulk(writing);
	yield* contactOf(writing, customer);
	yield* actionOf(writing, customer);
	yield* nobodyAdded(writing);
	writing.times();
}

/**
 * Goes on until the day's quota is used up, or the execution is cancelled. What was made is remembered first: the questions that this
 * takes belong to its removal.
 * @returns which of the two it was, in a sentence.
 */
function* untilStopped(steps: Steps): Steps<string | undefined> {
	for (let step = steps.next(); !step.done;) {
		const question = step.value;
		const answer = yield question;
		if (!question.isRemoval) {
			if (answer.usedUp !== undefined) return answer.usedUp;
			if (answer.isUnsent) return CANCELLED;
		}
		step = steps.next(answer);
	}
	return undefined;
}

const CANCELLED = 'the execution was cancelled';

/** An answer of a form that nobody thought of is no reason to leave anything behind. */
const ODD = 'The rest was not tried: an answer has a form that this check does not know.';

/** Only where the user chose it. */
export const writes: Check = {
	check: 'writes',
	*inquire(known): Inquiry {
		if (!known.has('customer.delete')) {
			return [unclear('writes', 'Nothing was written: v1 has no way to delete it again.')];
		}
		const writing = new Writing(known, `n8n check ${new Date(known.now()).toISOString()}`);
		try {
			const why = yield* untilStopped(all(writing));
			if (why !== undefined) {
				writing.findings.push(unclear('writes', `The rest was not tried: ${why}.`, TOMORROW));
			}
		} catch {
			writing.findings.push(unclear('writes', ODD, ATTACH));
		}
		yield* writing.end();
		return writing.findings;
	},
};
