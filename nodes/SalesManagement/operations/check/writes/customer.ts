/** What is tried with a customer of the check's own. */
import type { IDataObject } from 'n8n-workflow';
import { held } from '../finding';
import { isSuccess, type Answer } from '../inquiry';
import { idOf, listIn } from '../reading';
import { bulkProblems, idsIn } from './answers';
import { secondOf, type Id } from './ownRecords';
import { CHANGED, type Steps, type Writing } from './writing';

const customersIn = (answer: Answer): IDataObject[] =>
	listIn(answer.body, 'customers')?.value ?? [];

/** Whether a list and a search show at once what was written. */
export function* shownAtOnce(writing: Writing, id: Id): Steps {
	const { known, findings } = writing;
	const holds = (answer: Answer) =>
		customersIn(answer).some((each) => String(idOf(each)) === String(id));
	const query = { limit: 10, sort: '-updatedAt' };
	const listed = yield { ...known.ask({ operation: 'customer.getMany', query }), isOwn: true };
	const searched = yield writing.byName();
	const late = (what: string, isThere: boolean) =>
		held(
			`lag:${what}`,
			isThere ? 'what was written is shown at once' : 'what was written is not shown at once',
			{
				if: !isThere,
				isOfRecords: true,
				advice:
					'The trigger waits for lists that lag; Create or Update may create a second record where the search does.',
			},
		);
	findings.push(late('list', holds(listed)), late('search', holds(searched)));
}

/** A month that does not exist (v2 §8), in the check's own customer. */
export function* refused(writing: Writing, id: Id): Steps {
	const { known, findings } = writing;
	const answer = yield writing.update(id, { closingMonth: 13 });
	findings.push(
		held('error:validation', known.told(answer), {
			if: answer.status !== 400,
			shape: known.told(answer),
			advice:
				'Messages of errors may read badly, or say less than they could. Attach this report to an issue.',
		}),
	);
}

/** What Create or Update does: a search by the name, and a change of the one record found. */
export function* foundTwice(writing: Writing, id: Id): Steps {
	const found: boolean[] = [];
	for (let time = 0; time < 2; time++) {
		const ids = customersIn(yield writing.byName()).map((each) => String(idOf(each)));
		found.push(ids.length === 1 && ids[0] === String(id));
		yield writing.update(id, { address: `${CHANGED} ${time}` });
	}
	const isFound = found.every(Boolean);
	writing.findings.push(
		held(
			'upsert:customer',
			isFound
				? 'found by its name twice, one record'
				: 'not found by its name each time, as the one record that there is',
			{
				if: !isFound,
				isOfRecords: true,
				advice:
					'Create or Update may create a record a second time. Attach this report to an issue.',
			},
		),
	);
}

export function* createdInBulk(writing: Writing): Steps {
	const operation = 'customer.createMany';
	const body = { customers: [{ name: secondOf(writing.name) }] };
	const answer = yield* writing.tried({ operation, body, problems: bulkProblems });
	// One was sent: whatever else is in the answer, it is no other's record that is read here.
	const [id] = isSuccess(answer) ? idsIn(answer.body) : [];
	const made =
		id === undefined ? undefined : ({ remove: 'customer.delete', path: { id } } as const);
	yield* writing.keep(operation, answer, made);
}
