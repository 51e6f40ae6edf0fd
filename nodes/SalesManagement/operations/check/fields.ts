/** The properties of records against their descriptions: unknown, missing, of another type. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../api/routes/routes';
import type { RecordDescription } from '../../records/record';
import { showsEmpty } from '../output';
import { listed } from './envelopes';
import { alsoKnown, describedBy, expectedOf, isDescribed } from './expected';
import { held, unclear, type Finding } from './finding';
import type { Check } from './inquiry';
import type { Known } from './known';
import { emptiness, lookAt, problemsByProperty } from './problems';
import { listIn, recordIn, snake } from './reading';
import { READS } from './reads';
import { NOTHING, tryOut } from './words';

/** The records of an answer, one or many. */
export function recordsIn(known: Known, operation: OperationId): IDataObject[] {
	const answer = known.answers.get(operation);
	if (!answer) return [];
	const { list } = known.row(operation);
	const one = list ? undefined : recordIn(answer.body)?.value;
	return list ? (listIn(answer.body, list.plural)?.value ?? []) : one ? [one] : [];
}

interface Unknown {
	readonly name: string;
	/** Whether each record has it. */
	readonly isEverywhere: boolean;
}

/** Names that no description has, as far as they can be shown. */
function unknownIn(
	known: Known,
	record: RecordDescription,
	records: readonly IDataObject[],
): Unknown[] {
	if (!isDescribed(record)) return [];
	const expected = new Set([
		...expectedOf(record, known.version).map(({ property }) => property),
		...alsoKnown(record),
	]);
	for (const name of [...expected]) expected.add(snake(name));
	const unknown = new Map<string, Unknown>();
	for (const name of new Set(records.flatMap((each) => Object.keys(each)))) {
		if (expected.has(name)) continue;
		const shown = known.names.show(name);
		const isEverywhere = records.every((each) => Object.hasOwn(each, name));
		unknown.set(shown, {
			name: shown,
			isEverywhere: isEverywhere || (unknown.get(shown)?.isEverywhere ?? false),
		});
	}
	return [...unknown.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Whether two records have the properties that both have in the same order. */
function isSameOrder(one: IDataObject, other: IDataObject): boolean {
	const common = (a: IDataObject, b: IDataObject) =>
		Object.keys(a).filter((name) => Object.hasOwn(b, name));
	return String(common(one, other)) === String(common(other, one));
}

const ADVICE = `Some properties are called otherwise, are missing or have another form, so that a workflow may find them empty. ${tryOut('the operation that you need')}`;

/** Reads, and what each has shown. */
const shownIn = (known: Known): IDataObject[][] =>
	READS.filter(({ operation }) => known.has(operation)).map(({ operation }) =>
		recordsIn(known, operation),
	);

function judged(known: Known, operation: OperationId, isNullShown: boolean): Finding[] {
	const record = describedBy(operation);
	const answer = known.answers.get(operation);
	if (!record || !answer || ['domainSetting', 'productDetail'].includes(record.id)) return [];
	if (operation === 'actionField.getLabels') return [];
	const check = `fields:${operation}`;
	const records = recordsIn(known, operation);
	if (records.length === 0) return [unclear(check, 'There is no record to look at.')];
	const expected = expectedOf(record, known.version);
	const looks = lookAt(expected, records);
	const unknown = unknownIn(known, record, records);
	const empty = emptiness(expected, records);
	const told = (each: readonly Unknown[]) => each.map(({ name }) => `${name} is unknown`);
	const problems = [
		...looks.flatMap((look) => look.problems),
		...told(unknown),
		...(isDescribed(record) && empty === 'empty text' ? ['empty text stands for null'] : []),
	];
	const isList = known.row(operation).list !== undefined;
	const lasting = [
		...looks.filter(({ each }) => each.isFilled).flatMap((look) => look.problems),
		// What one record has, others need not have.
		...told(unknown.filter(({ isEverywhere }) => isEverywhere && isList)),
	];
	return [
		held(check, `${record.one}${listed(problems) || ': as described'}`, {
			if: problems.length > 0,
			shape: lasting.join('; '),
			advice: ADVICE,
			byProperty: isList
				? problemsByProperty(looks, records, { empty, isNullShown })
				: Object.fromEntries(unknown.map(({ name }) => [name, 'is unknown'])),
		}),
	];
}

/** Of all lists together: a few properties of a few records are in one order by chance. */
function ordered(all: ReadonlyArray<readonly IDataObject[]>): Finding[] {
	const lists = all.filter(({ length }) => length > 1);
	if (lists.length === 0) return [];
	const isShuffled = lists.some(([first = {}, ...others]) =>
		others.some((each) => !isSameOrder(first, each)),
	);
	return [
		held(
			'order:properties',
			isShuffled ? 'properties come in different orders' : 'properties come in one order',
			{ if: isShuffled, isOfRecords: true, advice: NOTHING },
		),
	];
}

export const fields: Check = {
	check: 'fields',
	inquire(known) {
		const all = shownIn(known);
		const isNullShown = all.flat().some(showsEmpty);
		const found = READS.flatMap(({ operation }) =>
			known.has(operation) ? judged(known, operation, isNullShown) : [],
		);
		return [...found, ...ordered(all)];
	},
};
