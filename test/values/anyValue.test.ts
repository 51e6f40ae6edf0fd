/**
 * Whatever is given for a field ends in the form that the documents give its type, or as an error that names
 * the field; which value it is, the other tests of this folder tell.
 */
import fc from 'fast-check';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { customValues, type Field, type ValueContext } from '../../nodes/SalesManagement/fields';
import { RECORDS, recordOf } from '../../nodes/SalesManagement/records';
import { isObject, quoted, trimmed, UsageError } from '../../nodes/SalesManagement/shared';
import { CELLS, given, zone } from '../property/support/given';
import { runs } from '../support/random';

const RUNS = runs(3_500);

type Holds = (sent: unknown) => boolean;
const isText =
	(form: RegExp): Holds =>
	(sent) =>
		typeof sent === 'string' && form.test(sent);
const isListOf =
	(holds: Holds): Holds =>
	(sent) =>
		Array.isArray(sent) && sent.length > 0 && sent.every(holds);
const isWhole = (sent: unknown, min = -Infinity, max = Infinity) =>
	Number.isSafeInteger(sent) && (sent as number) >= min && (sent as number) <= max;
const isReference: Holds = (sent) => isWhole(isObject(sent) ? sent.id : sent, 1);
const isDecimal = isText(/^-?\d+(\.\d+)?$/);
const isDay = isText(/^\d{4}-\d\d-\d\d$/);
const isMoment: Holds = (sent) =>
	isText(/^\d{4}-\d\d-\d\dT.*Z$/)(sent) && !Number.isNaN(Date.parse(sent as string));
/** JSON has a form for each of its columns. */
const isRow: Holds = (sent) =>
	isObject(sent) && !Object.values(sent).some((each) => each === undefined || Number.isNaN(each));

/** What a field of this type may be in a request (v2 §2.1). */
function isDocumented({ form, traits }: Field, sent: unknown): boolean {
	if (sent === null) return traits.includes('clearable');
	const { minValue, maxValue, numberPrecision, dateOnly } = form.typeOptions ?? {};
	const choices = (form.options as INodePropertyOptions[] | undefined)?.map(({ value }) => value);
	switch (form.type) {
		case 'boolean':
			// Without any member left (v2 §4.2).
			return [true, false, 'true', 'false', 1, 0].includes(sent as never) || quoted(sent) === '[]';
		case 'number':
			return numberPrecision === 0 ? isWhole(sent, minValue, maxValue) : isDecimal(sent);
		case 'dateTime':
			return dateOnly ? isDay(sent) : isMoment(sent);
		case 'options':
			return choices
				? choices.includes(sent as string)
				: typeof sent === 'string' || isReference(sent);
		case 'resourceLocator':
			return sent === 'all' || isReference(sent);
		case 'multiOptions':
			return isListOf(isReference)(sent);
		case 'json':
			return isListOf(isObject)(sent);
		case 'collection':
			return isListOf(isRow)(sent);
		default:
			return typeof sent === 'string' || isListOf(isReference)(sent);
	}
}

interface Place {
	readonly of: string;
	readonly field: Field;
	/** Its label, or that of the rows it is a column of. */
	readonly labels: readonly string[];
	/** The value of the form for what is given: of rows, in one of their columns. */
	readonly wrap: (value: unknown) => unknown;
}

const FIELDS: readonly Place[] = RECORDS.flatMap((record) =>
	[
		...[
			record.fields,
			record.filters,
			record.bulk,
			record.parentParams,
			record.listParentParams,
		].flat(),
		...record.operations.flatMap(({ options = [], sort = [] }) => [...options, ...sort]),
	]
		// Some are only shown; equality filters and custom fields have tests of their own.
		.filter(
			({ writableIn, form }) =>
				writableIn?.length !== 0 && !/^(fixedCollection|resourceMapper)$/.test(form.type),
		)
		.flatMap((field): Place[] => {
			const of = `${record.id}.${field.name}`;
			const labels = [field.label];
			if (field.form.type !== 'collection') return [{ of, field, labels, wrap: (value) => value }];
			const columns = (field.form.options ?? []) as INodeProperties[];
			return columns.map(({ name, displayName }) => ({
				of: `${of}.${name}`,
				field,
				labels: [...labels, displayName.replace(/ Names? or IDs?$/, '')],
				wrap: (value) => [{ [name]: value }],
			}));
		}),
);

const contextOf = (timezone: string, version: ValueContext['version'] = 'v2'): ValueContext => ({
	version,
	timezone,
});

/** @throws Error where it is sent in another form, or as what no user understands. */
function check({ of, field, labels, wrap }: Place, value: unknown, timezone: string): void {
	const what = `${of} given ${quoted(value)} in ${timezone}`;
	let sent: unknown;
	try {
		sent = field.toRequest(wrap(value), contextOf(timezone, field.apiVersion));
	} catch (error) {
		const { message } = error as Error;
		if (error instanceof UsageError && labels.some((each) => message.includes(each))) return;
		throw new Error(`${what}: ${String(error)}`);
	}
	if (sent !== undefined && !isDocumented(field, sent)) {
		throw new Error(`${what}: sends ${quoted(sent)}`);
	}
}

// Most of what is drawn ends as an error, and nobody reads where.
const { stackTraceLimit } = Error;
beforeAll(() => {
	Error.stackTraceLimit = 0;
});
afterAll(() => {
	Error.stackTraceLimit = stackTraceLimit;
});

test('each field with each cell that is known to be read wrongly', () => {
	expect(FIELDS.length).toBeGreaterThan(150);
	expect(() => {
		for (const field of FIELDS) for (const value of CELLS) check(field, value, 'America/Santiago');
	}).not.toThrow();
});

test('any field with any value', () => {
	const property = fc.property(fc.constantFrom(...FIELDS), given, zone, check);
	expect(() => fc.assert(property, { numRuns: RUNS })).not.toThrow();
}, 600_000);

const OPTIONS = ['Gold', 'Silver', '2'].map((name, at) => ({ name, value: at + 1 }));

/** The columns of custom fields by type (v1 §2.3, v2 §2.8); a choice may be one that is not listed yet. */
test.each<[string, object, Holds]>([
	['text', { type: 'string', itemType: 'text' }, (sent) => typeof sent === 'string'],
	['number', { type: 'number', itemType: 'number' }, isWhole],
	['decimal', { type: 'string', itemType: 'decimal_number' }, isDecimal],
	['date', { type: 'dateTime', itemType: 'date' }, isMoment],
	[
		'choice',
		{ type: 'options', itemType: 'single_select', options: OPTIONS },
		(sent) => isWhole(sent, 0),
	],
	[
		'choices',
		{ type: 'string', itemType: 'multi_select', options: OPTIONS },
		(sent) => isListOf((each) => isWhole(each, 0))(sent) || sent === null,
	],
])('custom fields likewise: %s', (_, column, holds) => {
	const schema = [{ id: 'own', displayName: 'Own Field', ...column }];
	const mapper = customValues(recordOf('deal').customs!);
	const property = fc.property(given, zone, (value, timezone) => {
		let list: unknown;
		try {
			list = mapper.toRequest({ value: { own: value }, schema }, contextOf(timezone));
		} catch (error) {
			if (error instanceof UsageError && error.message.includes('Own Field')) return;
			throw new Error(`${quoted(value)}: ${String(error)}`);
		}
		const [{ value: sent } = { value: undefined }] = (list ?? []) as Array<{ value: unknown }>;
		// Nothing given is left out, and an empty value clears the field, as one of blanks does.
		const bare = trimmed(value);
		const isRight = [undefined, null, ''].includes(bare as string) ? sent === bare : holds(sent);
		if (!isRight) throw new Error(`${quoted(value)} in ${timezone}: ${quoted(sent)}`);
	});
	expect(() => fc.assert(property, { numRuns: RUNS / 10 })).not.toThrow();
});
