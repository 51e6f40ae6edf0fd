/** Options whose labels are odd: what Simplified shows is given back as the same option. */
import { customValues, type WireContext } from '../../../nodes/SalesManagement/fields';
import { readable } from '../../../nodes/SalesManagement/operations/output/readable';
import { deal } from '../../../nodes/SalesManagement/records/deal';

const context: WireContext = { version: 'v2', timezone: 'UTC', input: {} };
const labels = [' Gold ', 'Gold', '', 'Gold (2)', 'Gold (9)', '  ', '7', '1', 'Plain'];
/** As the form lists them: a label that is empty is the number. */
const options = labels.map((label, at) => ({ name: label || String(at + 1), value: at + 1 }));
const optionsShown = labels.map((label, at) => ({ label, value: at + 1 }));

function written(entered: unknown, type: 'options' | 'string'): unknown {
	const schema = [{ id: 'own', displayName: 'Own', type, options }];
	const sent = customValues(deal.customs!).wire({ value: { own: entered }, schema }, context);
	return (sent as Array<{ value: unknown }>)[0]?.value;
}

test.each([
	[' Gold ', 'Gold (1)'],
	['Gold', 'Gold'],
	['', 3],
	['Gold (2)', 'Gold (2) (4)'],
	['Gold (9)', 'Gold (9) (5)'],
	['  ', 6],
	['7', '7 (7)'],
	['Plain', 'Plain'],
])('%j is shown as %j, and given back', (label, shown) => {
	const selectedOption = optionsShown.find((each) => each.label === label)!;
	const single = readable({ itemType: 'single_select', selectedOption });
	const several = readable({ itemType: 'multi_select', selectedOptions: [selectedOption] });
	if (label !== '7') expect([single, several]).toEqual([shown, [shown]]);
	expect(written(single, 'options')).toBe(selectedOption.value);
	expect(written(several, 'string')).toEqual([selectedOption.value]);
});

test('two of one label in one value have their numbers', () => {
	const selectedOptions = [
		{ value: 4, label: 'Same' },
		{ value: 5, label: 'Same' },
		{ value: 6, label: 'Other' },
	];
	expect(readable({ itemType: 'multi_select', selectedOptions })).toEqual([
		'Same (4)',
		'Same (5)',
		'Other',
	]);
});

test('all of them in one list', () => {
	const shown = readable({ itemType: 'multi_select', selectedOptions: optionsShown });
	expect(written(shown, 'string')).toEqual(options.map(({ value }) => value));
});

test('people and records keep their names', () => {
	const selectedUsers = [
		{ id: 1, name: ' Ada (2)' },
		{ id: 2, name: '7' },
	];
	expect(readable({ itemType: 'user', selectedUsers })).toEqual([' Ada (2)', '7']);
});
