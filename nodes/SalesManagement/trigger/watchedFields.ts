/** Finds watched fields that may be misspelt: such a field would never be seen to change. */
import { fieldNamed } from '../fields';
import { loadCustomFields } from '../lookups/catalog';
import { customsProperty, hasOwnNames } from '../records';
import { listed, quoted, UsageError, valuesAt } from '../shared';
import { report } from './log';
import { daily, type Poll } from './pollContext';
import { STATE } from './stateStore';

/**
 * Looks for watched fields that no record of this poll has.
 * @param isAnew whether to read anew what fields there are: some may just have been made.
 * @returns what to say of those that may be misspelt.
 * @throws UsageError for a field that surely no record has, or a label of several fields: where all fields are
 * known, with a v1 key or if the record has no custom fields.
 */
export async function spelling(
	poll: Poll,
	rowsRead: number,
	isAnew: boolean,
): Promise<string | undefined> {
	const { compared, record, query } = poll.settings;
	const missing = [...(compared?.missing ?? [])];
	if (missing.length === 0) return undefined;
	const sources = poll.sources((client) => daily(client, isAnew));
	const isKnown = !hasOwnNames(record) && (!record.customs || sources.settings);
	const { fields } = await loadCustomFields(sources, isKnown ? record : {}, {
		dealType: query.dealTypeId as number | undefined,
	});
	const property = customsProperty(record);
	const shown = record.fields.map(({ shownAs }) => shownAs);
	const pool = { standard: [], customs: () => fields, property };
	const unseen = missing.filter(
		(field) =>
			!isKnown ||
			!(
				shown.includes(field) ||
				fieldNamed(field, pool, `${quoted(field)} in Only When Fields Change`).custom
			),
	);
	const unknown = unseen.filter((field) => {
		const [first = ''] = field.split('.');
		return isKnown && (first === property || !shown.includes(first));
	});
	const sentence = (names: readonly string[]) =>
		`Only When Fields Change names ${listed(names.map(quoted))}, which no ${record.one}`;
	if (unknown.length > 0) {
		const names = [...record.fields.map(({ label }) => label), ...fields.map(({ name }) => name)];
		throw new UsageError(`${sentence(unknown)} has. There are ${listed(names)}.`);
	}
	if (unseen.length === 0 || rowsRead === 0) return undefined;
	return `${sentence(unseen)} that was read so far has for the name of one field: check the spelling, or give a custom field by its key, such as custom:region.`;
}

/**
 * Reports misspelt fields, once in the life of a process. A trigger that watched them before goes on, whatever
 * the service renames, and if a v1 key fails.
 * @throws UsageError, or any error of a look-up, at a publication.
 */
export async function assertSpelt(poll: Poll, rowsRead: number): Promise<void> {
	const { memory, context, view, home } = poll;
	if (memory.looked === view) return;
	const [watched] = ['batch.view', 'view'].flatMap((at) => valuesAt(home[STATE], at));
	const isNew = watched !== view;
	const message = await spelling(poll, rowsRead, isNew).catch((error: unknown) => {
		if (isNew && context.getActivationMode() !== 'init') throw error;
		return (error as Error).message;
	});
	if (message || rowsRead > 0) memory.looked = view;
	if (message) report(context, [`may miss changes. ${message}`]);
}
