/** Adds a property to the sandbox by the line that docs/sandbox.md shows; to be imported before it. */
import { property } from '../../../sandbox/domain/properties/property';
import { customer } from '../../../sandbox/domain/properties/recordFields';

Object.assign(customer, {
	nickname: property.text({ null: true, search: true, v2: true }),
});
