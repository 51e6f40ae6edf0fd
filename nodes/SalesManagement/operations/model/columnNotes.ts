import type { IDataObject } from 'n8n-workflow';
import { fieldMeant, type Field } from '../../fields';
import {
	formatCount,
	listed,
	listedUpTo,
	quoted,
	remembered,
	type UnknownName,
} from '../../shared';
import type { Host } from './host';
import { writesRows, type Form } from './form';

/** The most columns, or names of a field, in a message. */
const SHOWN = 20;

/** A sentence about columns that fill no field, to follow another sentence; empty if there are none. */
export function unusedColumns(names: readonly string[] = [], one: string): string {
	if (names.length === 0) return '';
	const shown = listedUpTo(SHOWN, names.map(quoted));
	return ` These columns of the input fill no field of the ${one} and are not sent: ${shown}.`;
}

/** A column with the field that its name stands for: `"Company" (Customer)`. */
export const withField = (column: string, label: string): string =>
	`${JSON.stringify(column)} (${label})`;

/** The keys that each label has. */
const byLabel = (all: ReadonlyMap<string, { keys(): Iterable<string> }>) =>
	Object.fromEntries(Array.from(all, ([label, each]) => [label, [...each.keys()]]));

/** The names that nothing has, by the fields in which they were given, with how often. */
class UnknownNames {
	private readonly counts = new Map<string, Map<string, number>>();

	add(names: readonly UnknownName[]): void {
		for (const { label, name } of names) {
			const counts = remembered(this.counts, label, () => new Map<string, number>());
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}
	}

	/** The names of each field. */
	get byField() {
		return byLabel(this.counts);
	}

	/** All of them, for a result whose message shows the first ones only. */
	get report(): IDataObject {
		return this.counts.size > 0 ? { unknownNames: this.byField } : {};
	}

	/** `Customer: "Acme" (2 times), "Beta"; User: "Ada"`; empty if there are none. */
	get text(): string {
		const times = (count: number) => (count === 1 ? '' : ` (${formatCount(count)} times)`);
		return Array.from(this.counts, ([label, names]) => {
			const each = Array.from(names, ([name, count]) => `${quoted(name)}${times(count)}`);
			return `${label}: ${listedUpTo(SHOWN, each)}`;
		}).join('; ');
	}
}

/** Notes of the columns of one file, or of all input items, to be told at the end. */
export class ColumnNotes {
	/** The columns that fill each field, by its label. */
	readonly filledBy = new Map<string, Set<string>>();
	/** The columns that fill no field in at least one row, such as parts of a value that another column gave whole. */
	readonly unused = new Set<string>();
	/** The columns of which a row has a part of a value that is not sent, since it makes none alone. */
	readonly lost = new Set<string>();
	/** The mapped columns that no longer fill the field of their own name. */
	readonly moved = new Set<string>();
	/** The columns that were read as IDs of other records, without a column of names that confirms them. */
	readonly asIds = new Set<string>();
	/** The labels of required fields that a row lacks. */
	readonly missing = new Set<string>();
	/** The names that nothing has: of fields that were left as they are, and of rows that were refused. */
	readonly skipped = new UnknownNames();
	readonly refused = new UnknownNames();
	/** Whether a value of a column can't be used. */
	private areRefused = false;
	/** The words that people want to be replaced, and that no row has so far. */
	readonly unmet = new Map<string, string>();

	fill(label: string, column: string): void {
		remembered(this.filledBy, label, () => new Set()).add(column);
	}

	/** A problem of a field's value, with the columns that fill the field, unless they have a name of its own. */
	readonly told = (problem: string, of: Field): string => {
		const columns = [...(this.filledBy.get(of.label) ?? [])];
		if (columns.length === 0) return problem;
		this.areRefused = true;
		const names = columns.map(quoted);
		const inColumn = problem.replaceAll('$json.column', `$json[${names[0]}]`);
		if (columns.every((each) => fieldMeant(each, [of]))) return inColumn;
		return `${inColumn} It stands in the column ${names.join(' or ')}.`;
	};

	private get notSent(): string[] {
		const sent = Object.values(byLabel(this.filledBy)).flat();
		return [...this.unused].flatMap((column) => {
			if (!sent.includes(column)) return column;
			return this.lost.has(column) ? `${column} (in some rows)` : [];
		});
	}

	/** Shows what columns did not do, or did in a way that may surprise. */
	tell(host: Host, form: Form): void {
		const { record } = form.filling ?? {};
		if (!record) return;
		const unused = unusedColumns(this.notSent, record.one).trim();
		const advice = writesRows(form) ? ' To send one, choose its field under Column Mapping.' : '';
		if (unused) host.hint(`${unused}${advice}`, 'warning');
		if (this.moved.size > 0) {
			host.hint(
				`Under Column Mapping, these columns no longer fill the field of their name: ${listedUpTo(SHOWN, [...this.moved])}. To fill it as well, map it, too.`,
			);
		}
		if (this.asIds.size > 0) {
			host.hint(
				`Read as IDs of this service: ${listedUpTo(SHOWN, [...this.asIds])}. Where they are no such IDs, put names for them under Replace Values, or list the columns under Ignore Columns.`,
			);
		}
		for (const word of this.unmet.values()) {
			host.hint(`Replace Values: no row has ${word}. Compare the spelling.`, 'warning');
		}
		const { text } = this.skipped;
		if (text) host.hint(`Fields left as they are, since nothing has the name: ${text}.`, 'warning');
	}

	/** The advice for what is missing or that nothing has. It lists all of that, since an error shows that of one row. */
	adviceFor(form: Form): string | undefined {
		const { text } = this.refused;
		if (!writesRows(form)) return undefined;
		const sentences: string[] = [];
		if (this.missing.size > 1)
			sentences.push(`Missing in some rows: ${listed([...this.missing])}.`);
		if (this.areRefused && text) {
			sentences.push(
				`Nothing has these names: ${text}. If they are called otherwise here, use Replace Values; where a field isn’t required, If a Name Isn’t Found can skip it (both under Column Options).`,
			);
		}
		if (this.areRefused) {
			sentences.push(
				'For other values, use Replace Values, Ignore Columns, Column Mapping or an expression (Fields From: Input, Map Each Column Manually). A Dry Run lists all that is wrong.',
			);
		}
		return sentences.join(' ') || undefined;
	}

	/** The report of a dry run. */
	get report(): IDataObject {
		return {
			filledBy: byLabel(this.filledBy),
			notSent: this.notSent,
			missing: [...this.missing],
			unknownNames: { ...this.refused.byField, ...this.skipped.byField },
		};
	}
}
