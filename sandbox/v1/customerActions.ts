import { extname } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { text } from '../contract/schemas';
import { customerActionsIn } from '../operations/actions';
import { oneFlag } from '../operations/lists';
import { v1Idiom } from './idiom';

const file = Type.Object({ name: text, path: text });

const mimeTypes: Record<string, string> = {
	'.pdf': 'application/pdf',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.txt': 'text/plain',
	'.csv': 'text/csv',
};

/** A file of a request, `{name, path}`, in the form in which it is read (v1 §2.6). */
const attached = ({ name, path }: Static<typeof file>) => ({
	name,
	mimeType: mimeTypes[extname(name).toLowerCase()] ?? 'application/octet-stream',
	url: path,
});

/** v1 §4. */
export const customerActionOperations = Object.values(
	customerActionsIn(
		v1Idiom,
		{
			...{ owner: 'customerId', includeFiles: oneFlag },
			more: { files: Type.Optional(Type.Array(file)) },
		},
		({ files = [] }: { files?: Array<Static<typeof file>> }) => ({ files: files.map(attached) }),
	),
);
