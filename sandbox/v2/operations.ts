import { contactActionOperations } from './contactActions';
import { contactOperations } from './contacts';
import { customObjectOperations } from './customObjects';
import { customerActionOperations } from './customerActions';
import { customerOperations } from './customers';
import { dealActionOperations } from './dealActions';
import { dealContactOperations } from './dealContacts';
import { dealOperations } from './deals';
import { memberOperations } from './members';

/** v2's own route table: every operation of the document, in its order. */
export const operations = [
	...memberOperations,
	...customerOperations,
	...customerActionOperations,
	...dealOperations,
	...dealContactOperations,
	...dealActionOperations,
	...contactOperations,
	...contactActionOperations,
	...customObjectOperations,
];
