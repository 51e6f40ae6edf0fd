import fc from 'fast-check';
import { UsageError } from '../../nodes/SalesManagement/api';
import { customValues } from '../../nodes/SalesManagement/fields';
import { recordOf } from '../../nodes/SalesManagement/records';
import { quoted } from '../../nodes/SalesManagement/values';
import { DOCUMENTED, type DocumentedField } from '../property/support/documented';
import { CELLS, given, zone } from '../property/support/given';
import * as meaning from '../property/support/meaning';

/** `VALUES_RUNS=1000000 npx jest test/values/anyValue` for as many as wanted. */
const RUNS = Number(process.env.VALUES_RUNS ?? 10_000);
const SEED = process.env.VALUES_SEED === undefined ? undefined : Number(process.env.VALUES_SEED);
const options = { numRuns: RUNS, ...(SEED !== undefined && { seed: SEED }) };

/** What may stand in an address is the client's rule. */
const FIELDS = DOCUMENTED.filter(({ place }) => place !== 'path');

interface Outcome {
	readonly error?: unknown;
	/** What was sent, by the property's name. */
	readonly sent: Readonly<Record<string, unknown>>;
}

/** What becomes of a value that is given for one field, added to its collection. */
function outcomeOf({ field, wrap }: DocumentedField, value: unknown, timezone: string): Outcome {
	const context = { version: field.only ?? ('v2' as const), timezone, input: {} };
	try {
		const sent = field.wire(wrap(value), context);
		return { sent: sent === undefined ? {} : { [field.key]: sent } };
	} catch (error) {
		return { error, sent: {} };
	}
}

/** Says what is wrong with an outcome; nothing when it is as documented. */
function complaint(each: DocumentedField, value: unknown, timezone: string): string | undefined {
	const { field, place, labels, unwrap } = each;
	const what = `${each.record}.${labels.join(' of ')} (${place}) given ${quoted(value)} in ${timezone}`;
	const { error, sent } = outcomeOf(each, value, timezone);
	if (error !== undefined) {
		if (!(error instanceof UsageError)) return `${what}: ${quoted(error)}`;
		if (!labels.some((label) => error.message.includes(label))) {
			return `${what}: "${error.message}" does not name it`;
		}
	}
	const isFilter = place === 'query';
	// A filter that was added and left empty is an error of its form.
	if (isFilter && (value ?? '') === '') return undefined;
	if (value === undefined && labels.length === 1) {
		return error === undefined && !Object.hasOwn(sent, field.key)
			? undefined
			: `${what}: nothing was given, and it is not left out`;
	}
	const means = each.means(value, timezone);
	if (means === undefined) {
		return error === undefined
			? `${what}: sends ${quoted(sent)} for what means nothing`
			: undefined;
	}
	if (error !== undefined) return `${what}: refuses it (${quoted((error as Error).message)})`;
	return means(field.key in sent ? unwrap(sent[field.key]) : undefined)
		? undefined
		: `${what}: sends ${quoted(sent)}, which means something else`;
}

// Most of what is drawn ends as an error, and nobody reads where.
const { stackTraceLimit } = Error;
beforeAll(() => {
	Error.stackTraceLimit = 0;
});
afterAll(() => {
	Error.stackTraceLimit = stackTraceLimit;
});

describe('what is given ends as its documented form or as an error that names the field', () => {
	test('every field of every record takes part', () => {
		expect(FIELDS.length).toBeGreaterThan(150);
	});

	test('each field with each cell that is known to be read wrongly', () => {
		const complaints = FIELDS.flatMap((each) =>
			CELLS.map((value) => complaint(each, value, 'America/Santiago')),
		);
		expect(complaints.filter((found) => found !== undefined).slice(0, 20)).toEqual([]);
	});

	test(
		`any field with any value, ${RUNS} times`,
		() => {
			const property = fc.property(
				fc.constantFrom(...FIELDS),
				given,
				zone,
				(each, value, timezone) => {
					const found = complaint(each, value, timezone);
					if (found !== undefined) throw new Error(found);
				},
			);
			expect(() => fc.assert(property, options)).not.toThrow();
		},
		Math.max(60_000, RUNS * 10),
	);
});

const OPTIONS = [
	{ name: 'Gold', value: 1 },
	{ name: 'Silver', value: 2 },
	{ name: '2', value: 3 },
];

/** A choice by its value or its label; one that is both is neither. */
function option(value: unknown): meaning.Meaning {
	if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
	const said = String(value).trim();
	if (typeof value !== 'number' && said === '2') return undefined;
	const known = OPTIONS.find((each) => each.name === said && typeof value !== 'number')?.value;
	const number = known ?? (/^(0|[1-9]\d*)$/.test(said) ? Number(said) : Number.NaN);
	return Number.isSafeInteger(number) ? (sent) => sent === number : undefined;
}

function optionList(value: unknown): meaning.Meaning {
	const list = meaning.entries(value)?.map(option);
	if (!list || list.includes(undefined)) return undefined;
	if (list.length === 0) return Array.isArray(value) ? (sent) => sent === null : undefined;
	return (sent) =>
		Array.isArray(sent) &&
		sent.length === list.length &&
		sent.every((each, at) => list[at]?.(each));
}

/** The columns of custom fields by type (v1 §2.3, v2 §2.8). */
const COLUMNS: ReadonlyArray<
	[string, object, (value: unknown, timezone: string) => meaning.Meaning]
> = [
	['text', { type: 'string', itemType: 'text' }, meaning.text],
	['number', { type: 'number', itemType: 'number' }, (value) => meaning.integer(value)],
	['decimal', { type: 'string', itemType: 'decimal_number' }, meaning.decimal],
	['date', { type: 'dateTime', itemType: 'date' }, meaning.customDate],
	['choice', { type: 'options', itemType: 'single_select', options: OPTIONS }, option],
	['choices', { type: 'string', itemType: 'multi_select', options: OPTIONS }, optionList],
];

const COLUMN = 'own';

describe('custom fields likewise', () => {
	const mapper = customValues(recordOf('deal')!.customs!);

	function sentFor(value: unknown, schema: object[], timezone: string) {
		try {
			const context = { version: 'v2', timezone, input: {} } as const;
			const list = mapper.wire({ value: { [COLUMN]: value }, schema }, context);
			return { sent: (list as Array<{ value: unknown }> | undefined)?.[0]?.value };
		} catch (error) {
			return { error: String(error) };
		}
	}

	test.each(COLUMNS)('%s', (_, column, meansOf) => {
		const schema = [{ id: COLUMN, displayName: 'Own Field', ...column }];
		const check = (value: unknown, timezone: string) => {
			// Nothing given is left out, and an empty value clears the field.
			const isEmpty = value === null || value === '';
			const means: meaning.Meaning =
				value === undefined || isEmpty ? (sent) => sent === value : meansOf(value, timezone);
			const { error, sent } = sentFor(value, schema, timezone);
			const isRight =
				error === undefined
					? means?.(sent) === true
					: means === undefined && error.includes('Own Field');
			if (!isRight) throw new Error(`${quoted(value)} in ${timezone}: ${error ?? quoted(sent)}`);
		};
		const property = fc.property(given, zone, check);
		expect(() => {
			for (const value of CELLS) check(value, 'America/Santiago');
			fc.assert(property, { ...options, numRuns: RUNS / 10 });
		}).not.toThrow();
	});
});
