/** Finds watched fields that may be misspelt: such a field would never be seen to change. */
import { customsMeant } from '../fields';
import { loadCustomFields } from '../lookups/catalog';
import { customsProperty, hasOwnNames } from '../records';
import { listed, quoted, UsageError } from '../shared';
import { report } from './log';
import { daily, nameSources } from './nameSources';
import type { Poll } from './pollContext';

/** The message about misspelt fields. */
interface Spelling {
	readonly message: string;
	/** Whether all fields of such records are known: with a v1 key, or if the record has no custom fields. */
	readonly isCertain: boolean;
}

/** Looks for watched fields that no record of this poll has. */
export async function spelling(poll: Poll): Promise<Spelling | undefined> {
	const { compared, record } = poll.settings;
	const missing = [...(compared?.missing ?? [])];
	if (missing.length === 0) return undefined;
	const sources = nameSources(poll, poll.budget.reading, daily);
	const sentence = (names: readonly string[]) =>
		`Only When Fields Change names ${listed(names.map(quoted))}, which no ${record.one}`;
	if (hasOwnNames(record) || (record.customs && !(await sources.settings()))) {
		const message = `${sentence(missing)} that was read so far has: check the spelling.`;
		return { message, isCertain: false };
	}
	const { fields } = await loadCustomFields(sources, record);
	const properties = new Set(record.fields.map(({ key, shownAs = key }) => shownAs));
	const unknown = missing.filter(
		(field) =>
			!properties.has(field.replace(/\..*/, '')) &&
			customsMeant(field, fields, customsProperty(record)).length === 0,
	);
	if (unknown.length === 0) return undefined;
	const names = [...record.fields.map(({ label }) => label), ...fields.map(({ name }) => name)];
	return { message: `${sentence(unknown)} has. There are ${listed(names)}.`, isCertain: true };
}

/**
 * Reports misspelt fields, once in the life of a process.
 * @throws UsageError at a publication, if it is certain.
 */
export async function assertSpelt(poll: Poll, rowsRead: number): Promise<void> {
	const { memory, context, settings } = poll;
	const { name } = settings.compared ?? {};
	if (memory.compared === name) return;
	const { message, isCertain } = (await spelling(poll)) ?? {};
	if (message && isCertain && context.getActivationMode() !== 'init') throw new UsageError(message);
	if (rowsRead === 0) return;
	memory.compared = name;
	if (message) report(context, [`may miss changes. ${message}`]);
}
