import { isObject, quoted, textOf, trimmed, UsageError } from '../../shared';
import {
	givenBy,
	isLocated,
	meantBy,
	nameIn,
	toId,
	unwrap,
	wayOf,
	type IdsBesideNames,
} from './ids';
import { asList } from './jsonAndLists';
import { hasNames, type NameQuery, type NameReader } from './nameReader';

/** The records that a field refers to, and how they are given. */
interface Referred extends Omit<NameQuery, 'name'> {
	/** Whether it refers to one record; to a list of them when absent. */
	readonly isOne?: true;
}

/** A reference with an ID and another record's name, as somebody leaves it who edits names. */
export interface Edit {
	/** The label of its field. */
	readonly label: string;
	readonly id: unknown;
	/** The error if the record has neither. */
	readonly error: unknown;
}

/** Reads the IDs of records that are given by IDs or names. */
export function readIds(
	entered: unknown,
	referred: Referred,
	{ names, edits }: { readonly names?: NameReader; readonly edits?: Edit[] },
): readonly number[] {
	const { lookup, label, means } = referred;
	const idsOf = (each: unknown): readonly number[] => {
		const name = hasNames(lookup) ? nameIn(each) : undefined;
		return name === undefined || !names
			? [toId(each, label)]
			: names.idsOf({ lookup, label, name, means });
	};
	// Each is given in the way of the whole.
	const idsIn = (given: unknown) =>
		listIn(given, referred).flatMap((each) => idsOf(givenBy(wayOf(given), each)));
	const columns = isLocated(entered) ? entered.columns : undefined;
	const ids = idsIn(columns ? columns.ids.value : entered);
	if (!columns) return ids;
	try {
		assertNamed(ids, columns, referred, names);
		return ids;
	} catch (error) {
		if (!edits || !referred.isOne) throw error as Error;
		edits.push({ label, id: ids[0], error });
		return idsIn(columns.names.value);
	}
}

const listIn = (given: unknown, { label, isOne }: Referred): unknown[] =>
	isOne ? [unwrap(given)] : asList(unwrap(given), label, { mayBeNames: true });

/**
 * Checks IDs against the names beside them, as far as these can be known.
 * @throws UsageError where the two columns do not mean the same.
 */
function assertNamed(
	ids: readonly number[],
	{ ids: idCell, names: nameCell }: IdsBesideNames,
	referred: Referred,
	names?: NameReader,
): void {
	const { lookup, label } = referred;
	const named: Array<readonly number[]> = [];
	for (const each of listIn(nameCell.value, referred)) {
		const meant = meantBy(each);
		const name = trimmed(textOf(meant));
		if (name === '') continue;
		// Digits may be a name as well, and are one where the column says so.
		const own = ids.filter((id) => String(id) === name && wayOf(nameCell.value) !== 'name');
		const isWhole = isObject(each) && typeof meant === 'number';
		const isId = own.length > 0 || isWhole || !hasNames(lookup);
		const found = isId ? own : names?.idsBeside?.({ lookup, label, name }, ids);
		if (found === undefined) return;
		named.push(found);
	}
	const areMeant =
		named.every((found) => found.some((id) => ids.includes(id))) &&
		(named.length === 0 || ids.every((id) => named.flat().includes(id)));
	if (areMeant) return;
	const columns = [nameCell, idCell].map(
		({ column, value }) => `"${column}" (${quoted(unwrap(value))})`,
	);
	throw new UsageError(
		`The input columns ${columns.join(' and ')} are both for ${label} and do not mean the same: remove or correct one of them.`,
	);
}
