/** Expressions, plain references and what resembles them, and the items that they read. */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import tables from './drawnExpressions.json';
import type { INodeParameters } from 'n8n-workflow';

/** Few, so that a reference often finds something; many of them are more than names. */
const KEYS = tables.keys;
const key = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'Company name', '名前') },
	{ weight: 1, arbitrary: fc.constantFrom(...KEYS) },
);

const TEXTS = tables.texts;
const primitive = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
	fc.string(),
	fc.constantFrom<unknown>(0, 1, 1.5, 2 ** 53, 1e300, null, undefined, true, false),
);
/** What nodes before hand over besides JSON. */
const date = fc
	.constantFrom<() => unknown>(
		() => new Date(0),
		() => DateTime.fromISO('2026-11-22T10:00:00', { zone: 'Asia/Tokyo' }),
	)
	.map((make) => make());

const { value } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, depthSize: 'small' },
		{ weight: 6, arbitrary: primitive },
		{ weight: 1, arbitrary: date },
		{ weight: 2, arbitrary: tie('object') },
		{ weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
	),
	object: fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map(Object.fromEntries<unknown>),
}));

/** Items of a run: their data. */
export const items = fc.array(
	fc.array(fc.tuple(key, value), { maxLength: 8 }).map(Object.fromEntries<unknown>),
	{ minLength: 1, maxLength: 5 },
);

const step = fc.oneof(
	{ weight: 5, arbitrary: key.map((name) => (/^\w+$/.test(name) ? `.${name}` : `["${name}"]`)) },
	key.map((name) => `['${name}']`),
	key.map((name) => `[${JSON.stringify(name)}]`),
	key.map((name) => `.${name}`),
	fc.constantFrom(
		'[0]',
		'[1]',
		'[01]',
		'[-1]',
		'[ 0 ]',
		'[]',
		'?.a',
		'.toUpperCase()',
		'[$json.a]',
	),
	fc.constantFrom('.\\u0061', '["\\u0061"]', '.a.isEmpty()', '. a', ' .a'),
);

const space = fc.constantFrom('', ' ', ' ', ' ', '  ', '\n', '\u00a0');

const plain = fc
	.tuple(space, fc.array(step, { minLength: 1, maxLength: 3 }), space)
	.map(([before, steps, after]) => `={{${before}$json${steps.join('')}${after}}}`);

/** What is not quite a plain reference, out of one. */
const NEAR: ReadonlyArray<(text: string) => string> = [
	(text) => text.replace('}}', ';}}'),
	(text) => text.replace('}}', '/* so */}}'),
	(text) => text.replace('={{', '={{(').replace('}}', ')}}'),
	(text) => `${text} ${text.slice(1)}`,
	(text) => `${text}, {{ $json.a }} {{ $json["b"] }}.`,
	(text) => `${text}\n`,
	(text) => text.replace('=', '=Name: '),
	(text) => text.slice(1),
	(text) => text.replace('}}', '}'),
	(text) => text.replace('$json', '$input.item.json'),
	(text) => text.replace('}}', ' + $json.b}}'),
	(text) => text.replace('}}', '\\}}'),
	(text) => text.replace('{{', '\\{{'),
	(text) => text.replace('{{', '{{{').replace('}}', '}}}'),
	() => '={{ $json }}',
	() => '={{ }}',
	() => '=',
	() => '={{ $parameter["&a"] }}',
	() => '={{ ({a: 1, d: new Date(0)}) }}',
	() => '={{ (() => { throw new Error("thrown") })() }}',
	() => 'no expression',
];

/** Text of a parameter: most of it references, plain ones and others. */
const text = fc.oneof(
	{ weight: 3, arbitrary: plain },
	{ weight: 2, arbitrary: fc.tuple(plain, fc.constantFrom(...NEAR)).map(([it, by]) => by(it)) },
);

/** A form with one of them: in a field of its own, in a text of a collection, or in a number there. */
export const forms: fc.Arbitrary<INodeParameters> = fc.oneof(
	text.map((name) => ({ name })),
	text.map((address) => ({ name: 'Acme', additionalFields: { address } })),
	text.map((employee) => ({ name: 'Acme', additionalFields: { employee } })),
);
