/** How watched values are written: a state must be read by a later build as it was saved. */
import { packValues, unpackValues } from '../../../nodes/SalesManagement/polling/packedValues';

const ages = (...values: string[]) =>
	values.map((value, age) => [[age + 1, value]] as Array<readonly [number, string]>);

test.each([
	['as few parts as another: the first', ages('a\nx', 'b\ny'), '~$##,$'],
	['fewer parts than the first', ages('a\nx', 'b\nx', 'c\ny'), '~$##$$%-'],
])('the age is told with the field that has %s', (_which, generations, text) => {
	const packed = packValues(generations);
	expect(packed.records).toBe(text);
	expect(unpackValues(packed).slice(0, generations.length)).toEqual(generations);
});
