import type { Operation } from '../operations/operation';
import { actionFieldOperations } from './actionFields';
import { contactOperations } from './contacts';
import { customerActionOperations } from './customerActions';
import { customerOperations } from './customers';
import { dealActionOperations } from './dealActions';
import { dealContactOperations } from './dealContacts';
import { dealOperations } from './deals';
import { memberOperations } from './members';
import { productDetailOperations } from './productDetails';
import { settingOperations } from './settings';

/** v1's own route table: 47 operations, in the order of v1 §4. */
export const operations: Operation[] = [
	...settingOperations,
	...memberOperations,
	...actionFieldOperations,
	...customerOperations,
	...customerActionOperations,
	...productDetailOperations,
	...dealOperations,
	...dealContactOperations,
	...dealActionOperations,
	...contactOperations,
];
