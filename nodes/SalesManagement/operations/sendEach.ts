/** Operations that send one request for each input item. */
import type { IDataObject } from 'n8n-workflow';
import { untilUnwanted } from '../api/client';
import type { Client, ServiceRequest } from '../api/types';
import type { Item } from '../fields';
import type { RecordDescription } from '../records/record';
import { isBlank, isObject } from '../values';
import { answerTo, hasContent } from './answer';
import { mapItems } from './mapItems';
import type { Steps } from './operation';
import { addedBy, shapeAll, shaper, unshaped } from './output';
import { outputControlsIn } from './output/form';
import type { PerItem } from './perItem';
import { requestOf } from './request';
import { withoutUnchanged } from './unchanged';

const succeeded = (sent: IDataObject): IDataObject => ({ success: true, ...sent });

/** One request for each input item. */
export function sendEach(record: RecordDescription, definition: PerItem): Steps {
	const {
		otherwise = succeeded,
		check,
		changes = [WHOLE_PATH],
		returns = 'any',
		...rest
	} = definition;
	const controls = outputControlsIn(rest.form);
	const bodyOf = async (client: Client, request: ServiceRequest, item: Item) => {
		const left = rest.leavesOut
			? await withoutUnchanged(client, record, item, request)
			: { request };
		const { writes } = rest;
		return left.unchanged ?? (await answerTo(client, left.request, { writes, returns }));
	};
	return {
		run: async (run) => {
			const prepare = once((item) => requestOf(rest.route, rest.form, item));
			return await mapItems(
				run,
				async (item, unwanted) => {
					const request = prepare(item);
					const client = untilUnwanted(run.client, unwanted);
					const added = addedBy(request.query, record);
					const shape = controls
						? shaper(record, item, { controls, added, check: run.outputFields })
						: unshaped;
					check?.(request.body);
					const body = await bodyOf(client, request, item);
					const records = hasContent(body)
						? await shapeAll([body], shape, run.customs)
						: [otherwise({ ...request.path })];
					return { records, ids: idsIn(body, request) };
				},
				rest.writes ? (item) => keysOf(prepare(item), changes) : undefined,
			);
		},
	};
}

/** The ID of what was written, by the answer or else by the request: the output may leave it out. */
const idsIn = (body: unknown, { path }: ServiceRequest): unknown[] =>
	[isObject(body) ? body.id : undefined, path?.id].filter((id) => !isBlank(id)).slice(0, 1);

/** Reads an item's form once, although both its order key and its request are made from it. */
function once<Value>(load: (item: Item) => Value): (item: Item) => Value {
	const known = new WeakMap<Item, Value>();
	return (item) => {
		const value = known.get(item) ?? load(item);
		known.set(item, value);
		return value;
	};
}

const WHOLE_PATH = 'path';

/** The things that a request changes, each as a key that is the same for the same thing. */
const keysOf = (
	{ path = {}, body = {} }: ServiceRequest,
	changes: NonNullable<PerItem['changes']>,
): string[] =>
	changes.map((names) => {
		const values: IDataObject = { ...body, ...path };
		return JSON.stringify(names === WHOLE_PATH ? path : names.map((name) => [name, values[name]]));
	});
