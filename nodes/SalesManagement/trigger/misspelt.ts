/** Fields that no record has: they may be misspelt, and would never be seen to change, or be missing. */
import { quoted } from '../values';
import type { Poll } from './onePoll';

/** Of each trigger of this process, the fields that a record had, or of which the log has spoken. */
const settled = new Map<string, Set<string>>();

/** What the log says of them, once for each. */
export function* misspeltNews(
	{ key, settings }: Pick<Poll, 'key' | 'settings'>,
	{ rowsRead }: { readonly rowsRead: number },
): Generator<string> {
	const { found } = settings.compared ?? {};
	if (!found || rowsRead === 0) return;
	const known = settled.get(key) ?? new Set();
	settled.set(key, known);
	const missing = [...found].flatMap(([field, isFound]) =>
		isFound || known.has(field) ? [] : [quoted(field)],
	);
	for (const field of found.keys()) known.add(field);
	if (missing.length === 0) return;
	const fields = `${missing.length === 1 ? 'the field' : 'the fields'} ${missing.join(', ')}`;
	yield `watches ${fields}, which no record that it has read so far has: check the spelling under Only When Fields Change.`;
}

/** A poll has no hints: the log says what is written under Output Fields and in no record. */
export function* misspeltOutput({ outputFields }: Poll['settings']): Generator<string> {
	const { message } = outputFields;
	if (message !== undefined) yield `lacks fields in what it emits. ${message}`;
}
