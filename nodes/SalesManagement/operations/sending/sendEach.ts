/** Operations that send one request for each input item. */
import type { IDataObject } from 'n8n-workflow';
import { untilUnwanted } from '../../api/client';
import type { RecordDescription } from '../../records/record';
import { isBlank, isObject } from '../../shared/values';
import { answerTo, hasContent } from '../../api/errors/expectedAnswer';
import { mapItems } from '../items/mapItems';
import type { InputRow, Parts, Steps, Work } from '../model/operation';
import { addedBy, shapeAll, shaper, unshaped } from '../telling/output';
import { outputControlsIn } from '../form/output';
import type { PerItem } from '../create';
import { requestWith } from '../items/row/row';
import { withoutUnchanged } from './givenBackUnchanged';

/** One request for each input item. */
export function sendEach(record: RecordDescription, definition: PerItem): Steps {
	const {
		otherwise = 'success',
		changes = [WHOLE_PATH],
		returns = 'any',
		route,
		form,
		writes,
	} = definition;
	const controls = outputControlsIn(form);
	const keys = writes ? ({ parts }: InputRow) => keysOf(parts, changes) : undefined;
	return {
		carryOut: async (run, rows) => {
			const send = async ({ item, parts }: InputRow, unwanted: AbortSignal): Promise<Work> => {
				const client = untilUnwanted(run.client, unwanted);
				const asked = requestWith(route, parts);
				const added = addedBy(parts.query, record);
				const shape = controls
					? shaper(record, item, { controls, added, check: run.outputFields })
					: unshaped;
				const { request, unchanged } = await withoutUnchanged(client, record, item, asked);
				const body =
					unchanged ?? (await answerTo(client, request, { writes, returns }, record.rule));
				const records = hasContent(body)
					? await shapeAll([body], shape, run.customs)
					: [{ [otherwise]: true, ...parts.path }];
				return { records, ids: idsIn(body, parts) };
			};
			return await mapItems(run, rows, send, keys);
		},
	};
}

/** The ID of what was written, by the answer or else by the request: the output may leave it out. */
const idsIn = (body: unknown, { path }: Parts): unknown[] =>
	[isObject(body) ? body.id : undefined, path.id].filter((id) => !isBlank(id)).slice(0, 1);

const WHOLE_PATH = 'path';

/** The things that a request changes, each as a key that is the same for the same thing. */
const keysOf = ({ path, body }: Parts, changes: NonNullable<PerItem['changes']>): string[] =>
	changes.map((names) => {
		const values: IDataObject = { ...body, ...path };
		return JSON.stringify(names === WHOLE_PATH ? path : names.map((name) => [name, values[name]]));
	});
