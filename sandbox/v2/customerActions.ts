import { customerActionsIn } from '../operations/actions';
import { oneFlag } from '../operations/lists';
import { v2Idiom } from './idiom';

/** v2 §4.5. */
export const customerActionOperations = Object.values(
	customerActionsIn(v2Idiom, { owner: 'customer_id', includeFiles: oneFlag }),
);
