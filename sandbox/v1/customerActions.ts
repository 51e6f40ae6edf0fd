import { extname } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { reference, text } from '../contract/schemas';
import { createAction, patternActionForm } from '../domain/records/action/write';
import type { ActionRow } from '../domain/store/rows';
import { customerActionsIn } from '../operations/actions';
import { oneFlag } from '../operations/lists';
import { v1Idiom } from './idiom';
import { customerActionRecord } from './shapes';

const file = Type.Object({ name: text, path: text });

const mimeTypes: Record<string, string> = {
	'.pdf': 'application/pdf',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.txt': 'text/plain',
	'.csv': 'text/csv',
};

/** A file of a request, `{name, path}`, in the form in which it is read (v1 §2.6). */
const attached = ({ name, path }: Static<typeof file>): ActionRow['files'][number] => ({
	name,
	mimeType: mimeTypes[extname(name).toLowerCase()] ?? 'application/octet-stream',
	url: path,
});

/** v1 §4. */
export const customerActionOperations = Object.values(
	customerActionsIn(v1Idiom, {
		owner: 'customerId',
		shape: customerActionRecord,
		includeFiles: oneFlag,
		bulk: {
			item: Type.Composite([
				patternActionForm,
				Type.Object({ customer: reference, files: Type.Optional(Type.Array(file)) }),
			]),
			make:
				(call) =>
				({ customer, files = [], ...form }) =>
					createAction(call, { kind: 'customerAction', customerId: customer.id }, form, {
						files: files.map(attached),
					}),
		},
	}),
);
