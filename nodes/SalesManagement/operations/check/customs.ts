/** Custom values: with or without item key, with the id of their field, decimals as text. */
import type { IDataObject } from 'n8n-workflow';
import type { OperationId } from '../../api/routes/routes';
import { isObject, textOf } from '../../values';
import type { ApiVersion } from '../../api/types';
import { listed } from './envelopes';
import { describedBy } from './expected';
import { recordsIn } from './fields';
import { held, unclear, type Finding } from './finding';
import type { Check, Inquiry } from './inquiry';
import type { Known } from './known';
import { idOf, valueOf } from './reading';
import { READS } from './reads';
import { decimalTypeOf } from './shape';
import { tryOut } from './words';

/** v1 §2.3: values of contacts and actions have no itemKey there; S5 has them in v2. */
const hasItemKeys = (version: ApiVersion, property: string) =>
	version === 'v2' || property === 'customerCustoms' || property === 'dealCustoms';

/** Searches answer in compact form (v2 §4.4, §4.6, §4.9). */
const isCompact = (operation: OperationId) => operation.endsWith('.search');

/** What is wrong with custom values, by what there is to see. */
function valueProblems(
	values: readonly IDataObject[],
	{ property, version }: { readonly property: string; readonly version: ApiVersion },
): Record<string, string> {
	const itemId = property.replace(/s$/, 'ItemId');
	const has = (name: string) => values.some((each) => valueOf(each, name) !== undefined);
	const decimals = values
		.map((each) => valueOf(each, 'decimalNumber'))
		.filter((each) => each !== undefined && each !== null);
	const types = [...new Set(decimals.map(decimalTypeOf))].filter(
		(type) => !/as text|empty/.test(type),
	);
	const lacksKey = !has('itemKey') && hasItemKeys(version, property);
	return {
		id: has(itemId) ? '' : `${itemId} is missing`,
		itemKey: lacksKey ? 'itemKey is missing' : '',
		...(decimals.length > 0 && {
			decimalNumber: types
				.map((type) => `decimalNumber is ${type} instead of decimal as text`)
				.join('; '),
		}),
	};
}

function judged(known: Known, operation: OperationId): Finding[] {
	const record = describedBy(operation);
	const property = record?.customs?.property;
	if (property === undefined || !known.answers.has(operation)) return [];
	const check = `customs:${operation}`;
	const records = recordsIn(known, operation);
	if (records.length === 0) return [];
	const lists = records.map((each) => valueOf(each, property));
	const advice = `Custom fields come in another form here, so that some may be missing from results. ${tryOut('an operation whose custom fields you need')}`;
	const problem = lists.every((each) => each === undefined)
		? `${property} is missing`
		: lists.some((each) => each === undefined)
			? `${property} is left out at times`
			: lists.every(isObject)
				? `${property} is an object instead of a list`
				: undefined;
	if (problem !== undefined) {
		const isOfRecords = problem.endsWith('at times');
		return [held(check, problem, { if: true, isOfRecords, advice })];
	}
	const values = lists.flatMap((each) =>
		Array.isArray(each) ? (each as unknown[]).filter(isObject) : [],
	);
	if (values.length === 0) return [unclear(check, `No record has a value in ${property}.`)];
	const { version } = known;
	const byProperty = valueProblems(values, { property, version });
	const problems = Object.values(byProperty).filter(Boolean);
	const isList = known.row(operation).list !== undefined;
	const form = isCompact(operation) ? 'compact' : 'whole';
	return [
		held(check, `${property}, ${form}${listed(problems)}`, {
			if: problems.length > 0,
			shape: '',
			advice,
			...(isList && { byProperty }),
		}),
	];
}

export const customs: Check = {
	check: 'customs',
	inquire: (known) =>
		READS.flatMap(({ operation }) => (known.has(operation) ? judged(known, operation) : [])),
};

/** The value of a decimal custom field, with the field's id, for a search. */
export function decimalIn(records: readonly IDataObject[], property: string) {
	const itemId = property.replace(/s$/, 'ItemId');
	for (const record of records) {
		const values = valueOf(record, property);
		for (const value of Array.isArray(values) ? (values as unknown[]) : []) {
			const decimal = valueOf(value, 'decimalNumber');
			const customItemId = idOf({ id: valueOf(value, itemId) });
			// What is not set may be an empty text.
			const isSet = typeof decimal === 'number' || (typeof decimal === 'string' && decimal !== '');
			if (isSet && customItemId !== undefined) {
				return { record, customItemId: Number(customItemId), decimal: textOf(decimal) };
			}
		}
	}
	return undefined;
}

/** v2 §2.1 rule 5, v1 §4: custom values as an object. */
export const byItemKey: Check = {
	check: 'customs:itemKeyAsPropertyKey',
	*inquire(known): Inquiry {
		const { check } = byItemKey;
		if (!known.answers.has('deal.getMany')) return [];
		const query = { limit: 2, itemKeyAsPropertyKey: 'true' };
		const answer = yield known.ask({ operation: 'deal.getMany', query });
		const body: unknown = answer.body;
		const records = recordsOfBody(body);
		if (records.length === 0) return [unclear(check, 'There is no deal to look at.')];
		const isKeyed = records.every((each) => isObject(valueOf(each, 'dealCustoms')));
		const evidence = isKeyed ? 'dealCustoms is an object' : 'dealCustoms is no object';
		return [
			held(check, `${answer.status}, ${evidence}`, {
				if: !isKeyed,
				isOfRecords: true,
				advice: `The option Custom Fields by Item Key has no effect: custom fields come as a list. Choose Simplified as the output instead.`,
			}),
		];
	},
};

const recordsOfBody = (body: unknown): IDataObject[] => {
	const list = isObject(body) ? Object.values(body).find((each) => Array.isArray(each)) : body;
	return Array.isArray(list) ? (list as unknown[]).filter(isObject) : [];
};
