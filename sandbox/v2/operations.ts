import { Type } from '@sinclair/typebox';
import { most } from '../contract/limits';
import { raw } from '../domain/store/sql';
import { dealContactsIn } from '../operations/dealContacts';
import { membersIn } from '../operations/members';
import { contactActionOperations } from './contactActions';
import { contactOperations } from './contacts';
import { currentUser } from './currentUser';
import { customObjectOperations } from './customObjects';
import { customerActionOperations } from './customerActions';
import { customerOperations } from './customers';
import { dealActionOperations } from './dealActions';
import { dealOperations } from './deals';
import { v2Idiom } from './idiom';

/** v2's own route table: every operation of the document, in its order. */
export const operations = [
	currentUser,
	// The description calls a group's name required, the schema leaves it optional (v2 §4.2).
	...membersIn(v2Idiom, Type.String({ minLength: 1, maxLength: most.groupName })),
	...customerOperations,
	...customerActionOperations,
	...dealOperations,
	...dealContactsIn(v2Idiom, {
		...{ dealId: 'deal_id', contactId: 'contact_id' },
		orderBy: raw('t.id'),
	}),
	...dealActionOperations,
	...contactOperations,
	...contactActionOperations,
	...customObjectOperations,
];
