/** The names of custom fields are found once for records with the same fields, and never for others. */
import {
	NamesByFields,
	namesOf,
} from '../../../nodes/SalesManagement/operations/output/customNames';

const standardNames = { taken: new Set(['name']), isLike: (name: string) => name === 'Name' };
const field = (key: string, label?: string) => ({
	key,
	...(label === undefined ? {} : { label }),
	value: 1,
});

const SETS = [
	[],
	[field('level', 'Level')],
	[field('level2', 'Level')],
	[field('level', 'Grade')],
	[field('level')],
	[field('level', 'Level'), field('level2', 'Level')],
	[field('level2', 'Level'), field('level', 'Level')],
	[field('a', 'Name'), field('b', 'name')],
	[field('["a","b"]'), field('c', 'd')],
	[field('["a'), field('b"]', 'c'), field('d')],
];

test('each set of fields has the names that it has by itself, whatever came before', () => {
	const names = new NamesByFields(standardNames, 'customs');
	for (const entries of [...SETS, ...SETS].reverse()) {
		expect(names.of(entries)).toEqual(namesOf(entries, standardNames, 'customs'));
	}
});

test('a list with ever new sets of fields remembers few of them', () => {
	const names = new NamesByFields(standardNames, 'customs');
	const sizes = Array.from({ length: 1_000 }, (_, at) => {
		names.of([field(`key${at}`, `Label ${at}`)]);
		return names.remembered;
	});
	expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
	expect(names.of([field('key7', 'Label 7')])).toEqual(['Label 7']);
});
