import { quoted, textOf, trimmed, UsageError } from '../../shared';
import { plainType, type ValueType } from './valueType';

export function asFlag(entered: unknown, label: string): boolean {
	const word = trimmed(textOf(entered)).toLowerCase();
	if (['true', '1', 'yes', 'on'].includes(word)) return true;
	if (['false', '0', 'no', 'off'].includes(word)) return false;
	throw new UsageError(`${label} is ${quoted(entered)}; it must be true or false.`);
}

export const flagType: ValueType = {
	...plainType,
	valueKind: 'flag',
	form: { type: 'boolean', default: false },
	parse: asFlag,
	column: 'boolean',
	shapes: ['flag'],
};
