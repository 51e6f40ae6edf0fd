import type { IDataObject } from 'n8n-workflow';
import { quoted, UsageError } from '../shared';
import { field, isKnownTo, whenSet, type Field } from './field';
import { fieldMeant } from './fieldNames';
import { shownFor } from './groups';
import { asNames } from './values';

/** Fields to Clear: the chosen properties are sent as null. */
export function fieldsToClear(fields: readonly Field[]): Field<IDataObject> {
	const label = 'Fields to Clear';
	const clearable = fields.filter(({ traits }) => traits.includes('clearable'));
	return field(
		'fieldsToClear',
		label,
		{
			form: {
				type: 'multiOptions',
				default: [],
				options: clearable.map(({ key, label, apiVersion }) => ({
					name: label,
					value: key,
					...(apiVersion && { displayOptions: { show: shownFor(apiVersion) } }),
				})),
			},
			toRequest: whenSet((entered, { version }) => {
				const sent = asNames(entered, label).map((name) => {
					const found = fieldMeant(name, clearable);
					if (found && isKnownTo(found, version)) return [found.key, found.cleared ?? null];
					throw new UsageError(
						`${label} names ${quoted(name)}, which is no standard field that can be cleared.`,
					);
				});
				return Object.fromEntries(sent) as IDataObject;
			}),
		},
		{
			in: 'spread',
			description: 'Fields to empty in the record. Those left out here and above stay unchanged.',
		},
	);
}
