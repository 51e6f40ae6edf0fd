import { UsageError } from '../api/errors/errors';
import { isBlank, isObject, quoted, textOf } from '../values';
import type { WireContext } from './field';
import { objectIn, toId, unwrap } from './ids';
import type { Lookup } from './lookup';
import { hasNames } from './names';

/** A cell, and what its column is called. */
export interface Cell {
	readonly column: string;
	readonly value: unknown;
}

/**
 * What a reference is told by in two columns: IDs in one, names in the other, such as Simplified
 * returns them. Whatever reads it as a record reads the IDs.
 */
export class IdsBesideNames {
	readonly id: unknown;

	constructor(
		private readonly ids: Cell,
		private readonly names: Cell,
	) {
		this.id = ids.value;
	}

	/**
	 * The IDs, if the names are theirs, as far as that can be known.
	 * @param idsIn reads IDs.
	 * @param namesIn reads a cell with names.
	 * @throws UsageError where the two columns do not mean the same.
	 */
	checked(
		{ lookup, label }: { readonly lookup: Lookup; readonly label: string },
		{ names }: WireContext,
		idsIn: (entered: unknown) => readonly number[],
		namesIn: (entered: unknown) => readonly unknown[] = (entered) => [entered],
	): readonly number[] {
		const ids = idsIn(this.ids.value);
		const named = new Set<number>();
		for (const each of namesIn(unwrap(this.names.value))) {
			const { name, isId } = nameIn(each, label);
			if (name === '') continue;
			const own = ids.filter((id) => String(id) === name);
			const found =
				own.length > 0 || isId || !hasNames(lookup)
					? own
					: names?.idsBeside?.({ lookup, label, name }, ids);
			if (found === undefined) return ids;
			const meant = found.filter((id) => ids.includes(id));
			if (meant.length === 0) throw this.differing(label, found, { name, ids });
			for (const id of meant) named.add(id);
		}
		if (named.size > 0 && ids.some((id) => !named.has(id)))
			throw this.differing(label, [...named], { name: '', ids });
		return ids;
	}

	private differing(
		label: string,
		found: readonly number[],
		{ name, ids: given }: { readonly name: string; readonly ids: readonly number[] },
	): UsageError {
		const [names, ids] = [this.names, this.ids].map(
			({ column, value }) => `"${column}" (${quoted(unwrap(value))})`,
		);
		const isId = /^\d+$/.test(name);
		const unknown = isId
			? `the IDs ${name} and ${given.join(', ')} differ`
			: `no ${label.toLowerCase()} has this name`;
		const why = found.length === 0 ? unknown : `the name is that of ${found.join(', ')}`;
		return new UsageError(
			`The input columns ${names} and ${ids} are both for ${label} and do not mean the same: ${why}. Remove or correct one of the two columns.`,
		);
	}
}

/** A name as it is looked up, which digits may be; of a record its ID, if it has one. */
function nameIn(given: unknown, label: string): { readonly name: string; readonly isId: boolean } {
	const record = isObject(given) ? given : objectIn(given);
	if (!record) return { name: textOf(given).trim(), isId: false };
	const isId = !isBlank(record.id);
	return { name: isId ? String(toId(record, label)) : textOf(record.name).trim(), isId };
}
