import type { WireRow } from '../wireRow';
import { V2_WIRE } from '../v2';
import { contacts } from './contacts';
import { customerActions } from './customerActions';
import { customers } from './customers';
import { dealActions } from './dealActions';
import { deals } from './deals';
import { members } from './members';
import { productDetails } from './productDetails';
import { settings } from './settings';

/** What is entered and sent is the same in both interfaces. */
const SAME = [
	'userGroup.getMany',
	'userGroup.addMember',
	'userGroup.removeMember',
	'role.getMany',
	'customer.createMany',
	'deal.createMany',
	'deal.updateMany',
	'dealContact.link',
	'dealContact.getMany',
	'dealContact.unlink',
	'dealAction.createMany',
];

/** All operations of v1; the rows run in order on one sandbox. */
export const V1_WIRE: readonly WireRow[] = [
	...settings,
	...members,
	...productDetails,
	...customers,
	...customerActions,
	...deals,
	...dealActions,
	...contacts,
	...V2_WIRE.filter(({ operation }) => SAME.includes(operation)),
];
