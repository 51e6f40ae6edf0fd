/** Operations that write rows in as few requests as the service allows. */
import type { RecordDescription } from '../records/record';
import type { Form, Steps } from './operation';
import { ofAllRows } from './rows';
import { idIn } from './rowsRead';
import { identified } from './rowsTold';
import { write } from './write';

export const sendRows = (
	record: RecordDescription,
	kind: 'create' | 'update',
	form: Form,
): Steps => ({
	run: async (run) =>
		await ofAllRows(run, { form, completed: (row) => row }, async (rows) => {
			await run.chunk?.turn(new Set(rows.flatMap(({ parts }) => idIn(parts.body) ?? [])));
			return identified(record, await write(run, record, kind, rows), rows);
		}),
});
