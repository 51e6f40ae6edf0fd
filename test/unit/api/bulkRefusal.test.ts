/** Which refusals of a batch are for its rows, so that a smaller batch may pass. */
import { sendBulk } from '../../../nodes/SalesManagement/api/bulk';
import { ServiceError } from '../../../nodes/SalesManagement/api/errors';

const refusal = (status: number | undefined, outcome: 'refused' | 'unknown' | 'unreachable') =>
	new ServiceError({
		operation: 'customer.createMany',
		outcome,
		status,
		serviceMessage: 'No',
		advice: 'correct it',
	});

/** The rows that are written when the service fails each batch with one of them. */
async function writtenBeside(guilty: number, error: ServiceError) {
	const written: number[] = [];
	await sendBulk<number, number>({
		rows: [0, 1, 2, 3],
		isolate: true,
		send: async (rows) => {
			if (rows.includes(guilty)) throw error;
			written.push(...rows);
			return rows;
		},
	});
	return written;
}

test.each([400, 404, 409, 410, 422, 500])(
	'a %i is for the rows: the others are written',
	async (status) => {
		expect(await writtenBeside(1, refusal(status, 'refused'))).toEqual([0, 2, 3]);
	},
);

test.each([
	[401, 'refused'],
	[403, 'refused'],
	[405, 'refused'],
	[429, 'refused'],
	[400, 'unknown'],
	[503, 'unknown'],
	[undefined, 'refused'],
	[undefined, 'unreachable'],
] as const)('a %p that is %s is not: nothing is sent again', async (status, outcome) => {
	expect(await writtenBeside(1, refusal(status, outcome))).toEqual([]);
});
