/** Fields that are watched and may be misspelt: such a one would never be seen to change. */
import { customsMeant } from '../fields';
import { definedFields } from '../lookups/catalog';
import { customsProperty, hasOwnNames } from '../records/record';
import { listed, quoted, UsageError } from '../shared';
import { report } from './log';
import { daily, nameSources } from './nameSources';
import type { Poll } from './pollContext';

/** What is to be said of them. */
interface Spelling {
	readonly says: string;
	/** Whether all fields of such records are known: their custom fields with a v1 key, or where there are none. */
	readonly isCertain: boolean;
}

/** Looks for the fields that no record has which this poll has read. */
export async function spelling(poll: Poll): Promise<Spelling | undefined> {
	const { compared, record } = poll.settings;
	const missing = [...(compared?.missing ?? [])];
	if (missing.length === 0) return undefined;
	const sources = nameSources(poll, poll.budget.reading, daily);
	const told = (names: readonly string[]) =>
		`Only When Fields Change names ${listed(names.map(quoted))}, which no ${record.one}`;
	if (hasOwnNames(record) || (record.customs && !(await sources.settings()))) {
		const says = `${told(missing)} that was read so far has: check the spelling.`;
		return { says, isCertain: false };
	}
	const { fields } = await definedFields(sources, record);
	const properties = new Set(record.fields.map(({ key, shownAs = key }) => shownAs));
	const unknown = missing.filter(
		(field) =>
			!properties.has(field.replace(/\..*/, '')) &&
			customsMeant(field, fields, customsProperty(record)).length === 0,
	);
	if (unknown.length === 0) return undefined;
	const names = [...record.fields.map(({ label }) => label), ...fields.map(({ name }) => name)];
	return { says: `${told(unknown)} has. There are ${listed(names)}.`, isCertain: true };
}

/**
 * Tells it once in the life of a process.
 * @throws UsageError at a publication, where it is certain.
 */
export async function assertSpelt(poll: Poll, rowsRead: number): Promise<void> {
	const { memory, context, settings } = poll;
	const { name } = settings.compared ?? {};
	if (memory.compared === name) return;
	const { says, isCertain } = (await spelling(poll)) ?? {};
	if (says && isCertain && context.getActivationMode() !== 'init') throw new UsageError(says);
	if (rowsRead === 0) return;
	memory.compared = name;
	if (says) report(context, [`may miss changes. ${says}`]);
}
