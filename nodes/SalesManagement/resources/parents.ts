import { UsageError } from '../api/errors';
import { recordId, textOf, toId, type Field } from './fields';
import type { Lookup } from './fields/references';

/** A parent whose actions are listed: one record, or the word `all` for every one (v2 §4.5, §4.10). */
export function oneOrAll(name: string, label: string, lookup: Lookup, key: string): Field {
	const one = recordId(name, label, lookup, key);
	const modes = (one.form.modes ?? []).map((mode) =>
		mode.name === 'id' ? { ...mode, placeholder: 'e.g. 12, or all' } : mode,
	);
	return {
		...one,
		description: `${one.description} Enter "all" by ID for those of every record.`,
		form: { ...one.form, modes, default: { mode: 'id', value: 'all' } },
		wire: (entered) => {
			const value =
				typeof entered === 'object' && entered !== null && 'value' in entered
					? entered.value
					: entered;
			if (value === undefined || value === '')
				throw new UsageError(`${label} is empty; enter "all" or an ID.`);
			return textOf(value).trim() === 'all' ? 'all' : toId(value, label);
		},
	};
}
