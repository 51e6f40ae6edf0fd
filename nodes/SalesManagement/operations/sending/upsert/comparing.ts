import type { CustomFieldIndex } from '../../../lookups/customsLookup';
import { customsProperty } from '../../../records';
import type { Run } from '../../model';
import { comparisonWith } from '../rows/rowComparison';
import type { MatchRow, RecordMatching } from './find';

/** A comparison with found records, and the custom fields, if rows have values of them. */
export interface Comparing {
	readonly comparison: ReturnType<typeof comparisonWith>;
	readonly customs?: CustomFieldIndex;
}

/**
 * The comparison with found records. It needs the custom fields if rows have custom values, to compare these by
 * their types.
 */
export async function comparisonFor(
	run: Run,
	{ record, writesAll }: RecordMatching,
	rows: readonly MatchRow[],
): Promise<Comparing> {
	const property = customsProperty(record);
	const areSent = rows.some((row) => row.record && property in row.parts.body);
	const customs =
		record.customs && areSent ? await run.customs.fieldsOf(record.customs) : undefined;
	if (customs?.fields.length === 0) {
		run.hint(
			`Without a V1 API Key, nobody tells the types of the custom fields of ${record.many}: what is the same, but written in another way, is written again.`,
		);
	}
	return { comparison: comparisonWith(record, customs, writesAll), customs };
}
