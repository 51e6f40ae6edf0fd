/** What the answers to writes must hold. */
import { reportedError } from '../../../api/errors/errorBody';
import { isObject } from '../../../values';
import type { Answer } from '../inquiry';
import { shownPlace } from '../names';
import { foldedText, idOf, recordIn, valueOf } from '../reading';
import { typeOf } from '../shape';

/** S3: a create of v2 answers 200 with the record. */
export function createProblems({ status, body }: Answer): string[] {
	const found = recordIn(body);
	return [
		...(status === 200 ? [] : [`${status} instead of 200`]),
		...(found ? [] : ['no record comes back']),
		...(found && found.at !== '' ? [`the record is in ${shownPlace(found.at)}`] : []),
		...(found && valueOf(found.value, 'createdAt') === undefined
			? ['the record comes back in part']
			: []),
	];
}

function changeProblems(shown: unknown, sent: unknown): string[] {
	if (shown === sent) return [];
	return [
		foldedText(shown) === foldedText(sent)
			? 'the text comes back in another spelling'
			: 'the change is not in the answer',
	];
}

/** The bare record, as it is after the change. */
export const updateProblems =
	(property: string, value: unknown) =>
	({ status, body, form }: Answer): string[] => {
		const found = recordIn(body);
		if (!found) return [form === 'json' ? 'the answer holds no record' : `the answer is ${form}`];
		return [
			...(status === 200 ? [] : [`${status} instead of 200`]),
			...(found.at === '' ? [] : [`the record is in ${shownPlace(found.at)}`]),
			...changeProblems(valueOf(found.value, property), value),
		];
	};

/** Whether an answer says in its body that something went wrong, whatever its status is. */
export const tellsError = ({ body }: Answer): boolean => reportedError(body) !== undefined;

/** v2 §4: 200 with no body, never 204. */
export const deleteProblems = (answer: Answer): string[] => [
	...(answer.status === 200 ? [] : [`${answer.status} instead of 200`]),
	...(tellsError(answer) ? ['an error is told'] : []),
	...(answer.form === 'empty' ? [] : ['the answer has a body']),
];

/** v2 §4.4: an array of integer ids. */
export function bulkProblems({ body }: Answer): string[] {
	if (!Array.isArray(body)) return ['the answer is no list of IDs'];
	const types = [...new Set((body as unknown[]).map(typeOf))].filter((type) => type !== 'integer');
	return types.map((type) => `IDs are ${type} instead of integer`);
}

/** The ids in a bulk answer, in whichever way they come. */
export function idsIn(body: unknown): Array<number | string> {
	const list: unknown = isObject(body)
		? Object.values(body).find((each) => Array.isArray(each))
		: body;
	return (Array.isArray(list) ? (list as unknown[]) : [])
		.map((each) => idOf(isObject(each) ? each : { id: each }))
		.filter((id) => id !== undefined);
}
