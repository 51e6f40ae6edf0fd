/** The check only reads, whatever somebody has entered for a read under Endpoint Overrides. */
import { isRead } from '../../api/routes/routes';
import type { Known } from './known';
import type { Question } from './question';
import { operationsOf } from './routes/derived';

/** Whether an address, as it is or as somebody entered it, is that of a write. */
const isWriteAt = (known: Known, method: string, path: string): boolean =>
	operationsOf(known)
		.filter((id) => !isRead(id))
		.flatMap((id) => [known.row(id), known.entered(id)])
		.some((each) => each.method === method && each.path === path);

/** A search is a read that is sent. */
export function onlyReads(known: Known, { operation, route }: Question): boolean {
	const { method, path } = route ?? known.route(operation);
	if (method === 'GET') return true;
	return method === known.row(operation).method && !isWriteAt(known, method, path);
}
