/** Adds a property to the sandbox by the line that docs/sandbox.md shows; to be imported before it. */
import * as is from '../../../sandbox/domain/properties/property';
import { customer } from '../../../sandbox/domain/properties/recordFields';

Object.assign(customer, {
	nickname: is.text({ null: true, search: true, v2: true }),
});
