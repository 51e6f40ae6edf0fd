/** Operations that write rows in as few requests as the service allows. */
import type { RecordDescription } from '../records/record';
import type { Bulk } from './bulk';
import { inOrder, type Steps } from './operation';
import { readRows } from './rows';
import { idIn } from './rowsRead';
import { identified } from './rowsTold';
import { write } from './write';

export const sendRows = (
	record: RecordDescription,
	kind: 'create' | 'update',
	{ form, check }: Bulk,
): Steps => ({
	run: async (run) => {
		const { rows, failed } = await readRows(run.items, form, (row) => {
			check?.(row.parts);
			return row;
		});
		if (failed.length > 0 && !run.continueOnFail) return failed;
		const keys = new Set(rows.map(({ parts }) => idIn(parts.body)).filter(Boolean));
		(await run.chunk?.turn(keys))?.();
		const written = await write(run, record, kind, rows);
		return inOrder([...failed, ...identified(record, written, rows)]);
	},
});
