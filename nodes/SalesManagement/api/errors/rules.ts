/** What the service refuses by a rule of a record, in words that say what to do. */
import { ServiceError } from './errors';

/** A rule of a record: a refusal that names all of the properties is of this rule. */
export interface Rule {
	readonly names: readonly string[];
	/** Why it is refused, and which fields of the form to add. */
	readonly says: string;
}

/** An error as it is thrown, told by the rule where it is the refusal of what breaks it. */
export function inWordsOf(rule: Rule | undefined, error: unknown): unknown {
	if (!rule || !(error instanceof ServiceError)) return error;
	const { operation, serviceMessage, details, bulkErrors, advice } = error;
	const collection = operation.includes('create') ? 'Additional Fields' : 'Update Fields';
	const told = (text: string) =>
		rule.names.every((name) => text.includes(name))
			? `${rule.says} under ${collection}, or as a column`
			: text;
	const isAll = [serviceMessage, ...details].every((text) => told(text) !== text);
	return error.with({
		serviceMessage: told(serviceMessage),
		details: details.map(told),
		bulkErrors: bulkErrors.map((row) => ({ ...row, messages: row.messages.map(told) })),
		advice: isAll ? '' : advice,
	});
}
