export { customFields, objectFields } from './customFields';
export { field, isObject, textOf, type Field, type Place, type WireContext } from './field';
export { asProperty, fieldsToClear, rows, shownFor, wireAll } from './groups';
export {
	linkedIds,
	named,
	recordId,
	reference,
	referenceId,
	references,
	searched,
	toId,
	toIds,
} from './references';
export {
	asJson,
	choice,
	date,
	dateTime,
	decimal,
	flag,
	integer,
	json,
	longText,
	text,
} from './scalars';
export { toDate, toDateTime } from './time';
