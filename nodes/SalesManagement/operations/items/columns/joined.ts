/** One value from the columns in which other programs keep its parts: a person's name, or an address. */
import type { Cell, Field } from '../../../fields';
import { isBareName, type Part } from '../../../records';
import { groupedBy, textOf, trimmed } from '../../../shared';

/** A cell that is not empty, with the part of the value that it holds. */
export interface PartCell extends Cell {
	readonly part: Part;
}

const textIn = ({ value }: Cell): string => textOf(trimmed(value));

const inOrder = (cells: readonly PartCell[]): PartCell[] =>
	[...cells].sort((a, b) => a.part.place - b.part.place);

/**
 * The cells that make a name: its first and last part, unless a column has the whole. A column that is called `Name`
 * may be the other part.
 */
export function nameCells(parts: readonly PartCell[], whole: Cell | undefined): readonly Cell[] {
	const cells = inOrder(parts);
	const [first] = cells;
	if (!whole || !first) return whole ? [whole] : cells;
	const isOther =
		cells.length === 1 && isBareName(whole.column) && !textIn(whole).includes(textIn(first));
	if (!isOther) return [whole];
	return first.part.place === 0 ? [first, whole] : [whole, first];
}

const isKind =
	(...kinds: readonly string[]) =>
	(cell: PartCell) =>
		kinds.includes(cell.part.kind);

/**
 * The cells of one address of a row: of the first that has a street, else of the first with two parts. A part alone,
 * such as the country, is no address.
 */
export function addressCells(parts: readonly PartCell[]): readonly PartCell[] {
	const addresses = [...groupedBy(parts, ({ part }) => part.block).values()].map((cells) => {
		const complete = cells.find(isKind('complete'));
		if (complete) return [complete];
		const streets = cells.filter(isKind('street'));
		// Salesforce has the parts and, in a column of its own, all of them.
		return inOrder(streets.length > 0 ? cells.filter((each) => !isKind('whole')(each)) : cells);
	});
	const hasStreet = (cells: readonly PartCell[]) =>
		cells.some(isKind('complete', 'whole', 'street'));
	return addresses.find(hasStreet) ?? addresses.find(({ length }) => length > 1) ?? [];
}

export const isAddress = ({ key }: Field): boolean => key === 'address';

/** The sign between the columns of a text. */
export const signIn = (field: Field): string => (isAddress(field) ? ', ' : ' ');

/** The text of cells, each of which counts once. */
export const joinedText = (cells: readonly Cell[], sign: string): string =>
	cells.map(textIn).join(sign);
