/** Every dropdown with a fixed list: what it offers is taken, in any spelling; the rest is refused. */
import type { INodePropertyOptions } from 'n8n-workflow';
import type { Field, WireContext } from '../../../nodes/SalesManagement/fields';
import { outputControls } from '../../../nodes/SalesManagement/operations/output/form';
import { RECORDS } from '../../../nodes/SalesManagement/records';
import { triggerControls } from '../../../nodes/SalesManagement/trigger/controls';

const context: WireContext = { input: {}, version: 'v2', timezone: 'UTC' };

const isChoice = ({ form }: Field) => form.type === 'options' && Array.isArray(form.options);
const choices: Array<readonly [owner: string, name: string, Field]> = [
	...RECORDS.flatMap((record) =>
		[
			...record.fields,
			...record.filters,
			...record.operations.flatMap(({ options = [], sort = [], filters = [] }) => [
				...options,
				...sort,
				...filters,
			]),
		].map((each) => [record.id, each.name, each] as const),
	),
	...[triggerControls, outputControls].flatMap(({ fields }) =>
		Object.entries(fields).map(([name, each]) => ['node', name, each as Field] as const),
	),
].filter(([, , each]) => isChoice(each));

test('there are such dropdowns, of records and of the node itself', () => {
	expect(choices.map(([owner, name]) => `${owner}.${name}`)).toEqual(
		expect.arrayContaining([
			'deal.order',
			'dealAction.active',
			'contactAction.dataType',
			'node.output',
		]),
	);
});

describe.each(choices)('%s: %s', (_owner, _name, each) => {
	const values = (each.form.options as INodePropertyOptions[]).map(({ value }) => value);

	test('takes each of its values, as it is', () => {
		for (const value of values) expect(each.wire(value, context)).toBe(value);
	});

	test('takes a value in another spelling: as text, in capitals, with underscores (v2 §2.1)', () => {
		for (const value of values) {
			const text = String(value);
			const snake = text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
			for (const spelled of [text, ` ${text} `, text.toUpperCase(), snake]) {
				expect(each.wire(spelled, context)).toBe(value);
			}
		}
	});

	test('takes each by its label, in any case, however its words are joined', () => {
		for (const { name, value } of each.form.options as INodePropertyOptions[]) {
			for (const spelled of [name, name.toUpperCase(), ` ${name.replaceAll(' ', '_')} `]) {
				expect(each.wire(spelled, context)).toBe(value);
			}
		}
	});

	test('begins with one of them', () => {
		expect(values).toContain(each.form.default);
	});

	test('refuses any other, by its label, and names those that there are', () => {
		for (const wrong of ['no such value', '-', 77, {}, [], [values[0], values[0]]]) {
			expect(() => each.wire(wrong, context)).toThrow(
				new RegExp(`^${each.label} is .*; it must be one of .*${String(values.at(-1))}`),
			);
		}
	});
});
