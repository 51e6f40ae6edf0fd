/** Sets of IDs, as the trigger's state and a cursor keep them: whole, whatever they are, and short. */
import { packIds, unpackIds } from '../../nodes/SalesManagement/shared';
import { many } from '../support/many';

test.each([
	[200_000, 1, 10],
	[40_000, 1_000, 124_000],
	[30_000, 30_000, 124_000],
])(
	'%i IDs that are %i apart, given in any order, take at most %i characters',
	(count, gap, most) => {
		const ids = many(count, (n) => n * gap + ((n * 7_919) % gap));
		const packed = packIds(ids.toReversed());
		expect(packed.length).toBeLessThanOrEqual(most);
		expect([...unpackIds(packed)]).toEqual(ids);
	},
);
