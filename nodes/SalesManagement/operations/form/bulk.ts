/** The parts of the forms that write many rows. */
import { integer, type Item } from '../../fields';
import { CONTROLS } from '../../records';
import { isBlank, trimmed } from '../../shared';
import type { Form } from '../model';

/** The same form, with the option Batch Size. */
export const withBatches = (form: Form): Form => ({
	...form,
	controls: [...form.controls, CONTROLS.batches],
});

/** The value of Match By for the service's own ID. */
export const OWN_ID = 'id';

/** The ID of the record that a row updates. */
export const matchedId = integer(OWN_ID, 'ID', {
	min: 1,
	shownWhen: { matchBy: [OWN_ID] },
	description: 'Without one, a record is created',
});

/** Whether an item gives that ID: it then needs none of the fields that a new record needs. */
export const givesId = ({ fields }: Form, item: Item): boolean =>
	fields.some((each) => each === matchedId) &&
	item.get('matchBy') === OWN_ID &&
	!isBlank(trimmed(item.get(matchedId.name)));
