import { dealActionsIn } from '../operations/actions';
import { oneText, v2Dialect } from './dialect';
import { dealActionRecord } from './shapes';

/** v2 §4.8. */
export const dealActionOperations = Object.values(
	dealActionsIn(v2Dialect, { shape: dealActionRecord, includeFiles: oneText }),
);
