import { isObject, quoted, textOf, UsageError } from '../shared';
import type { WireContext } from './field';
import { meantBy, unwrap, wayOf } from './ids';
import type { Lookup } from './lookups';
import { hasNames } from './nameReader';

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
		namesIn: (entered: unknown) => readonly unknown[],
	): readonly number[] {
		const ids = idsIn(this.ids.value);
		const named: Array<readonly number[]> = [];
		for (const each of namesIn(unwrap(this.names.value))) {
			const meant = meantBy(each);
			const name = textOf(meant).trim();
			if (name === '') continue;
			// Digits may be a name as well, and are one where the column says so.
			const own = ids.filter((id) => String(id) === name && wayOf(this.names.value) !== 'name');
			const isWhole = isObject(each) && typeof meant === 'number';
			const isId = own.length > 0 || isWhole || !hasNames(lookup);
			const found = isId ? own : names?.idsBeside?.({ lookup, label, name }, ids);
			if (found === undefined) return ids;
			named.push(found);
		}
		const areMeant =
			named.every((found) => found.some((id) => ids.includes(id))) &&
			(named.length === 0 || ids.every((id) => named.flat().includes(id)));
		if (areMeant) return ids;
		const columns = [this.names, this.ids].map(
			({ column, value }) => `"${column}" (${quoted(unwrap(value))})`,
		);
		throw new UsageError(
			`The input columns ${columns.join(' and ')} are both for ${label} and do not mean the same: remove or correct one of them.`,
		);
	}
}
