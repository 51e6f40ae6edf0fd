/** Who is next: polls and forms go ahead of runs, and a run has one turn of five at least. */
import fc from 'fast-check';
import { Line, type Purpose } from '../../../nodes/SalesManagement/api/line';

const purposes = fc.array(fc.constantFrom<Purpose>('poll', 'form', 'run'), { minLength: 1 });

function emptied(line: Line<{ purpose: Purpose; number: number }>) {
	const order = [];
	for (let first = line.first; first; first = line.first) {
		order.push(first);
		line.shift();
	}
	return order;
}

test('nobody is lost, each row keeps its order, and nobody waits behind more than is fair', () => {
	fc.assert(
		fc.property(purposes, (all) => {
			const line = new Line<{ purpose: Purpose; number: number }>();
			all.forEach((purpose, number) => line.join({ purpose, number }));
			const order = emptied(line);
			expect(order.map(({ number }) => number).sort((a, b) => a - b)).toEqual([...all.keys()]);
			const [runs, ahead] = [true, false].map((isRun) =>
				order.filter(({ purpose }) => (purpose === 'run') === isRun).map(({ number }) => number),
			);
			expect(runs).toEqual(runs!.toSorted((a, b) => a - b));
			expect(ahead).toEqual(ahead!.toSorted((a, b) => a - b));
			const placeOfRun = order.findIndex(({ purpose }) => purpose === 'run');
			expect(placeOfRun).toBeLessThanOrEqual(4);
		}),
		{ numRuns: 500 },
	);
});

test('how many come before is what happens', () => {
	fc.assert(
		fc.property(purposes, fc.constantFrom<Purpose>('poll', 'run'), (all, purpose) => {
			const line = new Line<{ purpose: Purpose; number: number }>();
			all.forEach((each, number) => line.join({ purpose: each, number }));
			const told = line.before(purpose);
			line.join({ purpose, number: all.length });
			const before = emptied(line).findIndex(({ number }) => number === all.length);
			expect(Math.abs(told - before)).toBeLessThanOrEqual(1);
		}),
		{ numRuns: 1000 },
	);
});
