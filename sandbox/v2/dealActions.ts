import { dealActionsIn } from '../operations/actions';
import { oneText, v2Idiom } from './idiom';

/** v2 §4.8. */
export const dealActionOperations = Object.values(
	dealActionsIn(v2Idiom, { includeFiles: oneText }),
);
