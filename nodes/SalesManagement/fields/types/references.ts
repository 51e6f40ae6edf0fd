import { linksType } from './links';
import type { ValueType } from './valueType';

/** Several linked records. */
export const referencesType: ValueType = { ...linksType, valueKind: 'choice', isList: true };
