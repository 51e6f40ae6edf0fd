import { momentKey, toDateTime } from '../values';
import { plainType, type ValueType } from './valueType';

/** A moment, sent as UTC. */
export const dateTimeType: ValueType<string> = {
	...plainType,
	valueKind: 'date',
	form: { type: 'dateTime', default: '' },
	parse: toDateTime,
	searchProperty: 'datetimeValue',
	compare: momentKey,
	column: 'dateTime',
	shapes: ['date-time'],
};
