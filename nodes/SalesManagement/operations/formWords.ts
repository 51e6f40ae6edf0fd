/** What the service refuses, in the words of the form: its fields have labels, not names of properties. */
import { ServiceError } from '../api/errors/errors';
import { isFailure, type Failed, type Form, type Loaded } from './operation';
import { rowName, whoIs } from './rowsTold';

/** The labels of fields by their properties. A bare `id` may be anything's. */
function labelsOf({ fields, collections }: Form): ReadonlyMap<string, string> {
	const own = [...fields, ...collections.flatMap((each) => each.fields)];
	const labels = new Map<string, string>();
	// What a form has of its own comes before what the rows of its fields have.
	for (const { key, label } of [...own, ...own.flatMap(({ columns = [] }) => columns)]) {
		if (key !== 'id' && !labels.has(key)) labels.set(key, label);
	}
	return labels;
}

const WORD = /[A-Za-z_]\w*/g;
const camelCase = (word: string): string =>
	word.replace(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Where a word such as `name` or `user` is that of a property, and not of a sentence. */
const BEFORE_NAME = /(?:^|[:"'`./[])\s*$/;

const worded = (text: string, labels: ReadonlyMap<string, string>): string =>
	text.replace(WORD, (word, at: number) => {
		const isName = /[A-Z_]/.test(word) || BEFORE_NAME.test(text.slice(0, at));
		return (isName ? labels.get(camelCase(word)) : undefined) ?? word;
	});

/** An operation whose errors are told in the words of its form, and say whose they are. */
export function inFormWords(operation: Loaded): Loaded {
	const { form } = operation;
	const labels = labelsOf(form);
	const inWords = (text: string) => worded(text, labels);
	return {
		...operation,
		run: async (given) => {
			const results = await operation.run(given);
			const itemOf = new Map(given.items.map((item) => [item.index, item]));
			const whoAt = (index: number) => {
				const item = itemOf.get(index);
				return item && whoIs(form, item);
			};
			// The rows of a batch share its error, also afterwards.
			const told = new Map<unknown, unknown>();
			const toldOf = ({ error }: Failed) => {
				if (!(error instanceof ServiceError) || error.outcome !== 'refused') return error;
				const { serviceMessage, details, bulkErrors } = error;
				const known =
					told.get(error) ??
					error.with({
						serviceMessage: inWords(serviceMessage),
						details: details.map(inWords),
						bulkErrors: bulkErrors.map(({ index, messages }) => ({
							...{ index, messages: messages.map(inWords) },
							who: rowName(itemOf.get(index) ?? { index }, whoAt(index)),
						})),
					});
				told.set(error, known);
				return known;
			};
			return results.map((result) =>
				isFailure(result) ? { ...result, error: toldOf(result), who: whoAt(result.index) } : result,
			);
		},
	};
}
