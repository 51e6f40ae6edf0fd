import type { WireRow } from '../wireRow';
import { contactActions } from './contactActions';
import { contacts } from './contacts';
import { customerActions } from './customerActions';
import { customers } from './customers';
import { customObjects } from './customObjects';
import { dealActions } from './dealActions';
import { deals } from './deals';
import { users } from './members';
import { removals } from './removals';

/** All operations of v2; the rows run in order on one sandbox, and the removals come last. */
export const V2_WIRE: readonly WireRow[] = [
	...users,
	...customers,
	...customerActions,
	...deals,
	...dealActions,
	...contacts,
	...contactActions,
	...customObjects,
	...removals,
];
