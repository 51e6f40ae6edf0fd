/** What records hold in their properties, against what is expected of them. */
import type { IDataObject } from 'n8n-workflow';
import { isBlank, isObject, textOf } from '../../values';
import { showsEmpty } from '../output';
import { TEXT, type Expected } from './expected';
import { snake, valueOf } from './reading';
import { decimalTypeOf, typeOf } from './shape';

const LEFT_OUT = 'is left out at times';

/** What is wrong with a property in all of these records. */
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
		...(having.length < records.length ? [`${property} ${LEFT_OUT}`] : []),
		...seen.sort().map((each) => `${property} is ${each} instead of ${wanted}`),
	];
}

const PART = { isOptional: false, isReference: false, isFilled: true };
const STATUS: Expected = { ...PART, property: 'status', types: ['integer'] };
const LINK: readonly Expected[] = [
	{ ...PART, property: 'id', types: ['integer'] },
	{ ...PART, property: 'name', types: TEXT },
];

/** The same of the record that it links. */
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

/** A property, and what is wrong with it. */
export interface Look {
	readonly each: Expected;
	readonly problems: readonly string[];
}

export const lookAt = (expected: readonly Expected[], records: readonly IDataObject[]): Look[] =>
	expected.map((each) => ({
		each,
		problems: [...problemOf(each, records), ...linkProblems(each, records)],
	}));

/** What stands where a property holds nothing. */
type Emptiness = 'null' | 'empty text' | 'left out' | 'not seen';

export function emptiness(
	expected: readonly Expected[],
	records: readonly IDataObject[],
): Emptiness {
	const isLeftOut = expected.some(({ property }) => {
		const having = records.filter((each) => Object.hasOwn(each, property)).length;
		return having > 0 && having < records.length;
	});
	if (isLeftOut) return 'left out';
	const texts = expected.filter(({ types }) => types.includes('text'));
	const values = texts.flatMap(({ property }) => records.map((each) => each[property]));
	if (values.includes(null)) return 'null';
	if (values.filter((each) => each === '').length > records.length) return 'empty text';
	return records.some(showsEmpty) ? 'null' : 'not seen';
}

const NOTHING = { null: '', 'empty text': 'empty text', 'left out': 'left out' } as const;

/** Of an empty text it is told once what it stands for. */
const isLasting = (problem: string): boolean =>
	!problem.endsWith(LEFT_OUT) && !problem.includes('is empty text instead of');

/**
 * Problems with what a record may do without, for as long as it shows them.
 * @param isNullShown whether the service shows what is empty anywhere: where it leaves that out, what is
 * missing may be empty.
 */
export function problemsByProperty(
	looks: readonly Look[],
	records: readonly IDataObject[],
	{ empty, isNullShown }: { readonly empty: Emptiness; readonly isNullShown: boolean },
): Record<string, string> {
	const isShown = empty === 'null' || (empty === 'not seen' && isNullShown);
	const seen = looks
		.filter(({ each }) => !each.isFilled)
		.filter(
			({ each: { property }, problems }) =>
				records.some((record) => !isBlank(valueOf(record, property))) ||
				(problems.length > 0 && isShown),
		)
		.map(({ each: { property }, problems }): [string, string] => [
			property,
			problems.filter(isLasting).join('; '),
		]);
	return {
		...Object.fromEntries(seen),
		...(empty !== 'not seen' && { null: NOTHING[empty] }),
	};
}
