/** Expressions, plain references and what resembles them, and the items that they read. */
import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';

/** Few, so that a reference often finds something; many of them are more than names. */
const KEYS = [
	...['a', 'b', 'c', 'Company name', '名前', 'naïve', '', ' a', '0', '1', '01', '-1', 'a.b', 'a b'],
	...['length', 'map', 'toString', 'valueOf', 'constructor', 'constructorName', '__proto__'],
	...['hasOwnProperty', 'prototype', 'caller', 'binding', 'arguments', 'defineProperty', 'toJSON'],
	...[
		'isEmpty',
		'toDateTime',
		'x.isEmpty()',
		'json',
		'item',
		'class',
		'this',
		'$json',
		'__isError',
	],
	...['__isObject', '__keys', "it's", 'say "x"', 'back\\slash', '{{ a }}', '}}', 'isProxy'],
];
const key = fc.oneof(
	{ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'Company name', '名前') },
	{ weight: 1, arbitrary: fc.constantFrom(...KEYS) },
);

const TEXTS = [
	...[
		'',
		'Acme',
		'=1+1',
		'={{ $json.a }}',
		'{{ $json.a }}',
		'{{',
		'}}',
		'12',
		'true',
		'null',
		'\\}}',
	],
	...[
		'2026-11-22',
		'2026-11-22T10:00:00.000Z',
		'[object Object]',
		'a\0b',
		'\ud83d',
		'😀',
		'e\u0301',
	],
];
/** Not `unit: 'binary'`, which takes a second to begin: it makes a table of all code points. */
const anyText = fc
	.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 10 })
	.map((codePoints) => String.fromCodePoint(...codePoints));
const primitive = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
	fc.oneof(fc.string(), anyText),
	fc.constantFrom<unknown>(0, -0, 1, 1.5, 2 ** 53, 1e300, NaN, Infinity, -Infinity),
	fc.double(),
	fc.boolean(),
	fc.constantFrom<unknown>(null, undefined),
);

class Made {
	a = 'of a class';
}

/** What n8n items hold now and then, and what none should. */
const odd = fc
	.constantFrom<() => unknown>(
		() => new Date(0),
		() => new Date(NaN),
		() => DateTime.fromISO('2026-11-22T10:00:00', { zone: 'Asia/Tokyo' }),
		() => DateTime.invalid('none'),
		() => 12n,
		() => Symbol.iterator,
		() => () => 'called',
		() => new Map([['a', 1]]),
		() => new Made(),
		() => /a/,
		() => new Error('in the data'),
		() => Object.assign(Object.create(null) as object, { a: 'no prototype' }),
		() => Object.create({ a: 'inherited' }) as unknown,
		() => Object.defineProperty({}, 'a', { get: () => 'got', enumerable: true }),
		() => Object.defineProperty({}, 'a', { value: 'hidden', enumerable: false }),
		() => Object.assign([1, 2], { a: 'beside' }),
		() => [, 'b'],
		() => Object('text') as unknown,
		() => Buffer.from('a'),
	)
	.map((make) => make());

const objectOf = (entries: ReadonlyArray<[string, unknown]>): object => {
	const made = {};
	for (const [name, value] of entries) {
		Object.defineProperty(made, name, {
			value,
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
	return made;
};

const { value } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, depthSize: 'small' },
		{ weight: 6, arbitrary: primitive },
		{ weight: 1, arbitrary: odd },
		{ weight: 2, arbitrary: tie('object') },
		{ weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
	),
	object: fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map(objectOf),
}));

const json = fc.array(fc.tuple(key, value), { maxLength: 8 }).map(objectOf);

/** Items of a run: their data. */
export const items = fc.array(json, { minLength: 1, maxLength: 5 });

const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const step = fc.oneof(
	{
		weight: 5,
		arbitrary: key.map((name) => (isName.test(name) ? `.${name}` : `["${name}"]`)),
	},
	key.map((name) => `["${name}"]`),
	key.map((name) => `['${name}']`),
	key.map((name) => `[${JSON.stringify(name)}]`),
	key.map((name) => `[\`${name}\`]`),
	key.map((name) => `.${name}`),
	fc.constantFrom('[0]', '[1]', '[01]', '[-1]', '[1.0]', '[1e0]', '[9]', '[0x1]', '[ 0 ]', '[]'),
	fc.constantFrom('?.a', '?.["a"]', '!.a', '.a()', '.toUpperCase()', '[$json.a]', '.\u0061'),
	fc.constantFrom('.\\u0061', '["\\u0061"]', '["\\x61"]', "['\\n']", '.a.isEmpty()', '. a', ' .a'),
);

const space = fc.constantFrom('', ' ', ' ', ' ', '  ', '\n', '\t', '\u00a0', '\ufeff', '\u2028');

const plain = fc
	.tuple(space, fc.array(step, { minLength: 1, maxLength: 3 }), space)
	.map(([before, steps, after]) => `={{${before}$json${steps.join('')}${after}}}`);

/** What is not quite a plain reference, out of one. */
const NEAR: ReadonlyArray<(text: string) => string> = [
	(text) => text.replace('}}', ';}}'),
	(text) => text.replace('}}', '/* so */}}'),
	(text) => text.replace('}}', '//}}'),
	(text) => text.replace('{{', '{{/* so */'),
	(text) => text.replace('={{', '={{('),
	(text) => text.replace('={{', '={{(').replace('}}', ')}}'),
	(text) => `${text}${text.slice(1)}`,
	(text) => `${text} ${text.slice(1)}`,
	(text) => `${text}, {{ $json.a }} {{ $json["b"] }}.`,
	(text) => `${text} 7`,
	(text) => `${text} `,
	(text) => `${text}\n`,
	(text) => text.replace('=', '= '),
	(text) => text.replace('=', '=='),
	(text) => text.replace('=', '=Name: '),
	(text) => text.slice(1),
	(text) => text.replace('}}', ''),
	(text) => text.replace('}}', '}'),
	(text) => text.replace('{{', '{'),
	(text) => text.replace('$json', '$JSON'),
	(text) => text.replace('$json', '$item.json'),
	(text) => text.replace('$json', '$input.item.json'),
	(text) => text.replace('$json', '$data'),
	(text) => text.replace('$json', 'json'),
	(text) => text.replace('$json', '$json.json'),
	(text) => text.replace('$json', '$json '),
	(text) => text.replace('$json', '\\u0024json'),
	(text) => text.replace('.', '?.'),
	(text) => text.replace('}}', ' ? 1 : 2}}'),
	(text) => text.replace('}}', ', 1}}'),
	(text) => text.replace('}}', ' && 1}}'),
	(text) => text.replace('}}', ' + $json.b}}'),
	(text) => text.replace('}}', '\\}}'),
	(text) => text.replace('{{', '\\{{'),
	(text) => text.replace('{{', '{{{').replace('}}', '}}}'),
	(text) => text.replace('{{', '{{typeof '),
	() => '={{ $json }}',
	() => '={{ $json. }}',
	() => '={{ }}',
	() => '=',
	() => '={{ $parameter["&a"] }}',
	() => '={{ $parameter["text"] }}',
	() => '={{ ({a: 1, d: new Date(0)}) }}',
	() => '={{ $itemIndex }}',
	() => '={{ nothing.such }}',
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
