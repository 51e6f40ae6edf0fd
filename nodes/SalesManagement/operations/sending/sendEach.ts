/** Operations that send one request for each input item. */
import type { IDataObject } from 'n8n-workflow';
import { untilAborted } from '../../api/client';
import { answerTo, type Returns } from '../../api/expectedAnswer';
import type { Client, ServiceRequest } from '../../api/routes';
import { read } from '../../fields';
import { CONTROLS, routeOf, type RecordDescription, type OperationSpec } from '../../records';
import { hasContent, isBlank, isObject } from '../../shared';
import { requestWith } from '../items/row/row';
import { mapItems } from '../items/rows';
import {
	fieldsFrom,
	type InputRow,
	type ItemOutput,
	type Operation,
	type RequestParts,
} from '../model';
import { addedProperties, shapeFor } from '../telling/output';
import { comparisonWith } from './rows/rowComparison';

/** The description of an operation that sends one request for each input item. */
interface OneRequest extends Omit<Operation, 'carryOut'> {
	/** The property that is true in the output if the answer has no body; `success` if absent. */
	readonly otherwise?: 'deleted';
	/** The kind of answer that is expected; any other is an error. */
	readonly returns?: Returns;
	/** The things that a write changes, as in OperationSpec: writes to the same thing keep their order. */
	readonly changes?: OperationSpec['changes'];
}

/** Makes an operation that sends one request for each input item. */
export function sendEach(record: RecordDescription, definition: OneRequest): Operation {
	const { otherwise = 'success', changes = ['path'], returns = 'any', ...operation } = definition;
	const { route, form, writes } = operation;
	const output = writes ? CONTROLS.outputOfWrite : CONTROLS.output;
	const hasOutput = returns === 'record';
	const keys = writes ? ({ parts }: InputRow) => keysOf(parts, changes) : undefined;
	return {
		...operation,
		form: hasOutput ? { ...form, controls: [...form.controls, output] } : form,
		carryOut: async (run, rows) => {
			const send = async ({ item, parts }: InputRow, signal: AbortSignal): Promise<ItemOutput> => {
				const client = untilAborted(run.client, signal);
				const asked = requestWith(route, parts);
				const shape = shapeFor(record, hasOutput ? read(output, item) : { output: 'raw' }, {
					added: addedProperties(parts.query, record),
					check: run.outputFields,
				});
				const { request, unchanged } =
					fieldsFrom(form, item) === 'input'
						? await withoutUnchanged(client, record, asked)
						: { request: asked, unchanged: undefined };
				const body = unchanged ?? (await answerTo(client, request, returns, record.rule));
				const records = hasContent(body)
					? await shape([body], run.customs)
					: [{ [otherwise]: true, ...parts.path }];
				return { records, ids: idsIn(body, parts) };
			};
			return await mapItems(run, rows, send, keys);
		},
	};
}

/**
 * An update from columns, without unchanged fields whose sending alone has consequences: writing a copy of a
 * record must not reset a field that somebody overrode (v2 §2.4).
 * @returns the request; if nothing is left to change, also the unchanged record.
 * @throws ServiceError from reading the record, before anything is sent.
 */
async function withoutUnchanged(
	client: Client,
	record: RecordDescription,
	request: ServiceRequest,
): Promise<{ readonly request: ServiceRequest; readonly unchanged?: IDataObject }> {
	const { body = {}, path = {} } = request;
	const operation = routeOf(record, 'get');
	const isAsked = record.fields.some((each) => each.key in body && each.sets);
	if (!isAsked || !('id' in path) || !operation) return { request };
	const current = (await answerTo(client, { operation, path }, 'record')) as IDataObject;
	const { left } = comparisonWith(record)({ path: {}, body, edits: [] }, current);
	return hasContent(left)
		? { request: { ...request, body: left } }
		: { request, unchanged: current };
}

/** The ID of the written record, from the answer or else from the request, since the output may lack it. */
const idsIn = (body: unknown, { path }: RequestParts): unknown[] =>
	[isObject(body) ? body.id : undefined, path.id].filter((id) => !isBlank(id)).slice(0, 1);

/** The keys of the things that a request changes: equal for the same thing. */
const keysOf = ({ path, body }: RequestParts, changes: NonNullable<OneRequest['changes']>) =>
	changes.map((names) => {
		const values: IDataObject = { ...body, ...path };
		return JSON.stringify(names === 'path' ? path : names.map((name) => [name, values[name]]));
	});
