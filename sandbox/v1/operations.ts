import { most } from '../contract/limits';
import { nullable } from '../contract/schemas';
import { raw } from '../domain/store/sql';
import { dealContactsIn } from '../operations/dealContacts';
import { membersIn } from '../operations/members';
import type { Operation } from '../operations/operation';
import { actionFieldOperations } from './actionFields';
import { contactOperations } from './contacts';
import { customerActionOperations } from './customerActions';
import { customerOperations } from './customers';
import { dealActionOperations } from './dealActions';
import { dealOperations } from './deals';
import { v1Idiom } from './idiom';
import { productDetailOperations } from './productDetails';
import { settingOperations } from './settings';

/** v1's own route table: 47 operations, in the order of v1 §4. */
export const operations: Operation[] = [
	...settingOperations,
	...membersIn(v1Idiom, { ...nullable.text, maxLength: most.groupName }),
	...actionFieldOperations,
	...customerOperations,
	...customerActionOperations,
	...productDetailOperations,
	...dealOperations,
	...dealContactsIn(v1Idiom, {
		...{ dealId: 'dealId', contactId: 'id' },
		orderBy: raw('t.updatedAt DESC, t.id ASC'),
	}),
	...dealActionOperations,
	...contactOperations,
];
