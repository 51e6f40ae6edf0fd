export { controls, isShown, optionControls, read, readOnce, type Controls } from './controls';
export { customValues, type CustomFields } from './customFields';
export {
	field,
	whenSet,
	type Comparison,
	type Field,
	type Item,
	type Target,
	type WireContext,
} from './field';
export { asProperties, asProperty, fieldsToClear, rows, shownFor } from './groups';
export { asJson, asList } from './lists';
export type {
	Dropdown,
	FieldListMethod,
	Locator,
	LocatorMethod,
	NamesAt,
	ScatteredNames,
} from './lookup';
export {
	dropdownForm,
	itemKey,
	linkedIds,
	pathId,
	pathIdOrAll,
	reference,
	referenceId,
	referenceIds,
	references,
	toId,
} from './references';
export {
	asNumber,
	choice,
	date,
	dateTime,
	decimal,
	flag,
	flagSentAs,
	integer,
	json,
	longText,
	names,
	text,
	type Choice,
} from './scalars';
export { toDateTime } from './time';
