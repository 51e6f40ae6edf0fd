import { contactOperations } from './contacts';
import { customerOperations } from './customers';
import { dealOperations } from './deals';
import { memberOperations } from './members';

/** v2's own route table: every operation of the document, in its order. */
export const operations = [
	...memberOperations,
	...customerOperations,
	...dealOperations,
	...contactOperations,
];
