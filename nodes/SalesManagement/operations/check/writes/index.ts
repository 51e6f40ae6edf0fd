/**
 * Include Writes: a customer with a marked name, a contact and an action of it are created, changed,
 * found again and deleted. Only what can be deleted is made.
 */
import { unclear } from '../finding';
import type { Answer, Check, Inquiry } from '../inquiry';
import { TOMORROW } from '../quota';
import { ATTACH, RUN_LATER } from '../words';
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

/** Why the rest is not tried, and what to do. */
interface Stop {
	readonly why: string;
	readonly advice: string;
}

function stopAt(answer: Answer): Stop | undefined {
	const { usedUp, isUnsent, status } = answer;
	if (usedUp !== undefined) return { why: usedUp, advice: TOMORROW };
	if (isUnsent) return { why: 'the execution was cancelled', advice: RUN_LATER };
	// It was sent again for a minute: each further one would take as long.
	if (status === 429)
		return { why: 'the rate limit let nothing through for a while', advice: RUN_LATER };
	return undefined;
}

/**
 * Goes on until nothing more is let through. What was made is remembered first: the questions that this
 * takes belong to its removal.
 */
function* untilStopped(steps: Steps): Steps<Stop | undefined> {
	for (let step = steps.next(); !step.done;) {
		const question = step.value;
		const answer = yield question;
		const stop = question.isRemoval ? undefined : stopAt(answer);
		if (stop) return stop;
		step = steps.next(answer);
	}
	return undefined;
}

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
			const stop = yield* untilStopped(all(writing));
			if (stop) {
				const { why, advice } = stop;
				writing.findings.push(unclear('writes', `The rest was not tried: ${why}.`, advice));
			}
		} catch {
			writing.findings.push(unclear('writes', ODD, ATTACH));
		}
		yield* writing.end();
		return writing.findings;
	},
};
