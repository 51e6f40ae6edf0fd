import { WATCHED_RECORDS } from '../../../nodes/SalesManagement/trigger/watched';

/** The description of a record that the trigger watches. */
export function watchedRecord(id: string) {
	const found = WATCHED_RECORDS.find((each) => each.id === id);
	if (!found) throw new Error(`The trigger doesn’t watch ${id}`);
	return found;
}
