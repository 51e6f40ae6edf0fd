/** The properties of records against their descriptions: unknown, missing, of another type. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../api/routes';
import { isObject, textOf } from '../../values';
import type { RecordDescription } from '../../records/record';
import { listed } from './envelopes';
import { alsoKnown, describedBy, expectedOf, isDescribed, type Expected } from './expected';
import { held, unclear, type Finding } from './finding';
import type { Check } from './inquiry';
import type { Known } from './known';
import { listIn, recordIn, snake, valueOf } from './reading';
import { READS } from './reads';
import { decimalTypeOf, typeOf } from './shape';

/** The records of an answer, one or many. */
export function recordsIn(known: Known, operation: OperationId): IDataObject[] {
	const answer = known.answers.get(operation);
	if (!answer) return [];
	const { list } = known.row(operation);
	const one = list ? undefined : recordIn(answer.body)?.value;
	return list ? (listIn(answer.body, list.plural)?.value ?? []) : one ? [one] : [];
}

function problemOf(
	{ property, types, isOptional }: Expected,
	records: readonly IDataObject[],
): string[] {
	const having = records.filter((each) => Object.hasOwn(each, property));
	if (having.length === 0) {
		const spelled = records.some(
			(each) => snake(property) !== property && Object.hasOwn(each, snake(property)),
		);
		if (spelled) return [`${snake(property)} instead of ${property}`];
		return isOptional ? [] : [`${property} is missing`];
	}
	const type = types[0] === 'decimal as text' ? decimalTypeOf : typeOf;
	const seen = [...new Set(having.map((each) => type(each[property])))].filter(
		(each) => each !== 'null' && !types.includes(each),
	);
	const [wanted = 'object'] = types;
	const isPadded =
		types[0] === 'decimal as text' && having.some((each) => /\.0+$/.test(textOf(each[property])));
	return [
		...(isPadded ? [`${property} is padded with zeros`] : []),
		...(having.length < records.length ? [`${property} is left out at times`] : []),
		...seen.sort().map((each) => `${property} is ${each} instead of ${wanted}`),
	];
}

const STATUS = { property: 'status', types: ['integer'], isOptional: false, isReference: false };
const LINK: readonly Expected[] = [
	{ property: 'id', types: ['integer'], isOptional: false, isReference: false },
	{
		property: 'name',
		types: ['text', 'empty text', 'integer as text', 'date', 'date-time', 'decimal as text'],
		isOptional: false,
		isReference: false,
	},
];

function linkProblems(
	{ property, isReference }: Expected,
	records: readonly IDataObject[],
): string[] {
	if (!isReference) return [];
	const links = records.map((each) => valueOf(each, property)).filter(isObject);
	if (links.length === 0) return [];
	const parts = property === 'phase' ? [...LINK, STATUS] : LINK;
	return parts.flatMap((part) => problemOf(part, links)).map((problem) => `${property}.${problem}`);
}

/** Names that no description has; where they may be somebody's data, their number is told. */
function unknownIn(
	known: Known,
	record: RecordDescription,
	records: readonly IDataObject[],
): string[] {
	if (!isDescribed(record)) return [];
	const expected = new Set([
		...expectedOf(record, known.version).map(({ property }) => property),
		...alsoKnown(record),
	]);
	for (const name of [...expected]) expected.add(snake(name));
	const names = new Set(records.flatMap((each) => Object.keys(each)));
	const unknown = [...names]
		.filter((name) => !expected.has(name))
		.map((name) => known.names.show(name));
	return [...new Set(unknown)].sort().map((name) => `${name} is unknown`);
}

/** Whether two records have the properties that both have in the same order. */
function isSameOrder(one: IDataObject, other: IDataObject): boolean {
	const common = (a: IDataObject, b: IDataObject) =>
		Object.keys(a).filter((name) => Object.hasOwn(b, name));
	return String(common(one, other)) === String(common(other, one));
}

function nulls(record: RecordDescription, known: Known, records: readonly IDataObject[]): string[] {
	const texts = expectedOf(record, known.version).filter(({ types }) => types.includes('text'));
	const values = texts.flatMap(({ property }) => records.map((each) => each[property]));
	const isOnlyEmpty =
		values.filter((each) => each === '').length > records.length && !values.includes(null);
	return isOnlyEmpty ? ['empty text stands for null'] : [];
}

function judged(known: Known, operation: OperationId): Finding[] {
	const record = describedBy(operation);
	const answer = known.answers.get(operation);
	if (!record || !answer || ['domainSetting', 'productDetail'].includes(record.id)) return [];
	if (operation === 'actionField.getLabels') return [];
	const check = `fields:${operation}`;
	const records = recordsIn(known, operation);
	const [first, ...others] = records;
	if (!first) return [unclear(check, 'There is no record to look at.')];
	const problems = [
		...expectedOf(record, known.version).flatMap((each) => [
			...problemOf(each, records),
			...linkProblems(each, records),
		]),
		...unknownIn(known, record, records),
		...(isDescribed(record) ? nulls(record, known, records) : []),
	];
	const isShuffled = others.some((each) => !isSameOrder(first, each));
	return [
		held(check, `${record.one}${listed(problems) || ': as described'}`, {
			if: problems.length > 0,
			advice:
				'The node may not find these properties, or show them otherwise. Attach this report to an issue.',
		}),
		...(others.length === 0
			? []
			: [
					held(
						`order:${operation}`,
						isShuffled ? 'properties come in different orders' : 'properties come in one order',
						{
							if: isShuffled,
							advice: 'Nothing to do: the order of properties means nothing to the node.',
						},
					),
				]),
	];
}

export const fields: Check = {
	check: 'fields',
	inquire: (known) =>
		READS.flatMap(({ operation }) => (known.has(operation) ? judged(known, operation) : [])),
};
