/** One value from the columns in which other programs keep its parts: a person's name, or an address. */
import type { Cell, Field } from '../../../fields';
import { isBareName, isRecordWord, type Part } from '../../../records';
import { groupedBy, textOf, trimmed } from '../../../shared';
import type { ColumnNotes } from '../../model';

/** A cell that is not empty, with the part of the value that it holds. */
export interface PartCell extends Cell {
	readonly part: Part;
}

/** The text of a cell without the blanks at its ends. */
export const cellText = ({ value }: Cell): string => textOf(trimmed(value));

/** The words of a text, each between blanks; in a script that has none, each letter is one. */
const wordsIn = (text: string): string => {
	const words = text.replace(/\p{Lo}/gu, ' $& ').match(/[\p{L}\p{N}]+/gu);
	return ` ${words?.join(' ')} `;
};

/** Whether a text has another one in it, as words: `Petersen` does not have `Peter`. */
const hasWords = (text: string, other: string) =>
	text === other || (text.includes(other) && wordsIn(text).includes(wordsIn(other)));

/** In China, Japan and Korea the family name stands first, whatever the language of the columns. */
const FAMILY_FIRST = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u;

/**
 * The cells that make a name: its first and last part, unless a column has the whole. A column that is called `Name`
 * may be the other part.
 */
function nameCells(cells: readonly PartCell[], whole?: Cell): readonly Cell[] {
	const [first, ...others] = cells;
	if (!whole || !first) return cells;
	const [name, part] = [cellText(whole), cellText(first)];
	// `Contact` may hold anything: a telephone number, or whether there was one.
	if (isRecordWord(whole.column) && !hasWords(name, part)) return cells;
	if (others.length > 0) return hasWords(joinedText(cells, ' '), name) ? cells : [whole];
	// `Name` beside `Vorname` is the family name, even if the two are alike.
	const isAlike = name === part && first.part.kind === 'besideName';
	if (!isBareName(whole.column) || (hasWords(name, part) && !isAlike)) return [whole];
	return first.part.place === 0 ? [first, whole] : [whole, first];
}

/** The cells that make an address; none without a street, since a town or a country alone is no address. */
function addressCells(parts: readonly PartCell[]): readonly Cell[] {
	const find = (kind: string) => parts.find(({ part }) => part.kind === kind);
	const complete = find('complete');
	if (complete) return [complete];
	const street = find('street') ?? find('whole');
	if (!street) return [];
	// Salesforce has the parts and, in a column of its own, all of them.
	const cells = parts.filter((each) => each === street || each.part.kind !== 'whole');
	const text = cellText(street);
	const others = cells.filter((each) => each !== street && hasWords(text, cellText(each)));
	// A street may be called like its town; one with two other parts is a whole address.
	const isWhole = others.length > 1 || text.split(/, |\n/).includes(joinedText(others, ''));
	return cells.filter((each) => !(isWhole && others.includes(each)));
}

const isAddress = ({ key }: Field) => key === 'address';

/** The sign between the columns of a text. */
export const signIn = (field: Field): string => (isAddress(field) ? ', ' : ' ');

/** The text of cells, each of which counts once. */
export const joinedText = (cells: readonly Cell[], sign: string): string =>
	cells.map(cellText).join(sign);

/**
 * The cell of a field whose value stands in several columns, if they give one: that of the first address or person,
 * which is the one that columns do not name, such as `City` beside `Billing City`.
 * @param whole the cell of a column for the whole value.
 */
export function joinedCell(
	field: Field,
	parts: readonly PartCell[],
	whole: Cell | undefined,
	notes: ColumnNotes,
): Cell | undefined {
	const blocks = groupedBy(parts, ({ part }) => part.block);
	const isFamilyFirst = FAMILY_FIRST.test(joinedText(parts, ''));
	const placeOf = ({ part }: PartCell) => (isFamilyFirst && part.kind === 'last' ? -1 : part.place);
	const [cells = []] = [blocks.get('') ?? [], ...blocks.values()]
		.map((block) => block.toSorted((a, b) => placeOf(a) - placeOf(b)))
		.map((block) => (isAddress(field) ? addressCells(block) : nameCells(block, whole)))
		.filter(({ length }) => length > 0);
	const value = joinedText(cells, signIn(field));
	for (const each of whole ? [...parts, whole] : parts) {
		const { column } = each;
		const isLost = !hasWords(value, cellText(each));
		if (cells.includes(each)) notes.fill(field.label, column);
		else if (isLost || isAddress(field)) notes.unused.add(column);
		if (isLost) notes.lost.add(column);
	}
	const [first] = cells;
	// A cell alone keeps its blanks, as a text of several lines does.
	return first && cells.length > 1 ? { column: first.column, value } : first;
}
