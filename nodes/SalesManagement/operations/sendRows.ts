/** Operations that write rows in as few requests as the service allows. */
import type { RecordDescription } from '../records/record';
import type { Steps } from './operation';
import { identified } from './rowIdentity';
import { write } from './write';

export const sendRows = (record: RecordDescription, kind: 'create' | 'update'): Steps => ({
	carryOut: async (run, rows) => {
		// What does not exist yet is nobody else's.
		if (kind === 'update') await run.chunk?.turn();
		return identified(record, await write(run, record, kind, rows), rows);
	},
});
